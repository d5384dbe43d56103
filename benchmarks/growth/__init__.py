"""How the search keeps up while a catalogue grows to half a million products."""
