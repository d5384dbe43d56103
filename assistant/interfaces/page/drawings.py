"""Which drawing stands in for a picture: chosen by what the catalogue calls the toy."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.language.text import stems
from assistant.schema import Product

FALLBACK = "toy"

# The words that call for each drawing. Where two apply, the earlier drawing wins: the tighter word comes first, so
# that a train puzzle is a puzzle and a model train a train.
_WORDS = (
    ("puzzles", "puzzle jigsaw"),
    ("puppets", "puppet marionette ventriloquist"),
    ("dressing-up", "costume dressing fancy dress disguise mask wig cape tutu"),
    ("party", "party balloon pinata banner favour confetti"),
    ("trains", "train railway locomotive tram"),
    ("soft-toys", "plush teddy stuffed cuddly soft beanie"),
    ("dolls", "doll dollhouse pushchair pram"),
    ("drums", "drum tambourine xylophone percussion"),
    ("music", "musical music instrument guitar piano keyboard recorder ukulele harmonica violin"),
    ("figures", "figure figurine superhero knight playset fiction"),
    ("science", "science microscope telescope chemistry experiment stem astronomy magnet crystal fossil"),
    ("crafts", "craft art paint painting drawing crayon pencil colouring coloring bead sticker stamp clay sewing"),
    ("games", "game chess card dice domino draughts backgammon"),
    ("castles", "castle fortress"),
    ("dinosaurs", "dinosaur"),
    ("pretend-play", "pretend kitchen role shop tea doctor tool food cooking till"),
    ("ride-ons", "ride rocking rocker"),
    ("kites", "kite"),
    ("aircraft", "plane aeroplane airplane aircraft helicopter drone quadcopter"),
    ("outdoor", "outdoor garden sport ball swing slide scooter trampoline water sand paddling bike tricycle bubble"),
    ("models", "model diecast scale collectible hobby"),
    ("building", "building block brick construction magnetic lego"),
    ("vehicles", "vehicle car truck lorry tractor bus boat digger racing garage bulldozer van"),
    ("electronic", "electronic robot tablet walkie gadget remote radio"),
    ("magic", "magic conjuring illusion"),
    ("sensory", "sensory fidget calm timer"),
    ("books", "book"),
    ("baby", "baby toddler rattle teether mobile bath nursery stacking sorter"),
)
# Shelves that hold many kinds: there the title may say which.
_OF_THE_TITLE = {
    "figures": frozenset({"castles", "dinosaurs", "dolls", "trains", "vehicles"}),
    "electronic": frozenset({"aircraft", "dinosaurs", "trains", "vehicles"}),
}
# These a shelf holds among others ("Kites & Flight Toys"): there the title has to say so.
_NAMED = {"kites": "outdoor", "aircraft": "vehicles"}
_ORDER = {name: at for at, (name, _) in enumerate(_WORDS)}
_DRAWING_OF = {stem: name for name, words in reversed(_WORDS) for stem in stems(words)}


def drawing_for(product: Product) -> str:
    """The name of the drawing for a toy: by its narrowest category that says anything, else by its title.

    What is called a kite is one, wherever it is filed.
    """
    titled = _drawings(stems(product.title))
    called = _DRAWING_OF.get((stems(product.title) or [""])[-1], "")
    if called in _NAMED:
        return called
    for found in (*(_drawings(stems(name)) for name in reversed(product.category)), titled):
        if found:
            chosen = min(found, key=_ORDER.__getitem__)
            if chosen in _NAMED:
                return chosen if chosen in titled else _NAMED[chosen]
            return min(titled & _OF_THE_TITLE.get(chosen, frozenset()), key=_ORDER.__getitem__, default=chosen)
    return FALLBACK


def _drawings(words: Iterable[str]) -> set[str]:
    return {_DRAWING_OF[word] for word in words if word in _DRAWING_OF}
