"""How the search keeps up while a catalogue grows to a million products."""
