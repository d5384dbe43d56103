"""Closed sets of English words: materials and their names, generic nouns, and what goes with a toy.

Lists of words, no rules. They are general knowledge of the language; what a particular shop sells comes from its
catalogue's vocabulary.
"""

from __future__ import annotations

import re

from assistant.language.text import stems

# Whoever draws a colleague's name in one wants no Father Christmas.
GIFT_EXCHANGE = re.compile(r"\b(?:secret santas?|kris kringle|white elephant|yankee swap)\b", re.IGNORECASE)
# Nouns that say only that something is wanted; a type made of nothing else is no type.
GENERIC = frozenset(
    """
    toy thing item gift present pressie prezzie product something stuff filler stocking idea set play birthday bday
    christmas xmas easter whole proper
    """.split()
)

# Languages that shoppers ask to be answered in, and that are not spoken here.
LANGUAGES = frozenset(
    """
    french german spanish italian portuguese polish dutch welsh irish gaelic arabic urdu hindi punjabi bengali gujarati
    chinese mandarin cantonese japanese korean russian ukrainian turkish greek romanian swedish danish norwegian
    finnish czech hungarian hebrew persian farsi latin
    """.split()
)

# A material as said, and the name it goes by here.
MATERIALS = {
    "wood": "wood", "wooden": "wood", "timber": "wood", "beech": "wood", "plywood": "wood", "bamboo": "bamboo",
    "plastic": "plastic", "metal": "metal", "metallic": "metal", "tin": "metal", "steel": "metal",
    "die-cast": "metal", "diecast": "metal", "plush": "plush", "fabric": "fabric", "cloth": "fabric",
    "cotton": "cotton", "felt": "felt", "cardboard": "cardboard", "foam": "foam", "rubber": "rubber",
    "silicone": "silicone", "wool": "wool", "woollen": "wool", "knitted": "wool", "leather": "leather",
    "ceramic": "ceramic", "porcelain": "porcelain", "vinyl": "vinyl", "magnetic": "magnetic",
}  # fmt: skip

# A material before a noun, where it is not its name.
ADJECTIVES = {"wood": "wooden", "wool": "woollen"}

# What a material's evidence may say instead of its name.
MATERIAL_WORDS = {
    "wood": ("wood", "wooden", "timber", "beech", "pine", "plywood", "birch", "maple", "oak", "rosewood", "boxwood"),
    "bamboo": ("bamboo",),
    "plastic": ("plastic", "abs", "polypropylene"),
    "metal": ("metal", "die-cast", "diecast", "tin", "steel", "alloy", "zinc"),
    "plush": ("plush", "soft toy", "cuddly"),
    "fabric": ("fabric", "cloth", "textile", "polyester", "cotton"),
    "wool": ("wool", "woollen", "knitted"),
}

# Makes and characters that shoppers ask every toy shop for, and the kind of toy each is: what to look for in a shop
# that has none of them.
WELL_KNOWN = {
    "lego": "building bricks", "duplo": "building bricks", "mega bloks": "building bricks",
    "playmobil": "figures playset", "schleich": "animal figures", "sylvanian families": "animal family",
    "barbie": "doll", "bratz": "doll", "hot wheels": "toy car", "matchbox": "toy car", "scalextric": "slot car",
    "brio": "wooden train", "hornby": "model train", "nerf": "blaster", "transformers": "robot",
    "monopoly": "board game", "cluedo": "board game", "scrabble": "word game", "uno": "card game",
    "jenga": "stacking game", "meccano": "construction kit", "furby": "interactive pet", "crayola": "crayons",
    "play doh": "dough", "hama beads": "iron on beads", "magna tiles": "magnetic tiles",
    "rubiks cube": "puzzle cube", "rubik's cube": "puzzle cube",
}  # fmt: skip

# Short forms of typing that stand before a sum, an age or a count, and the word each stands for.
SHORT_FORMS = {
    "undr": "under", "unda": "under", "undre": "under", "arnd": "around", "abt": "about", "bday": "birthday",
    "b'day": "birthday", "w/o": "without", "yr": "year", "yrs": "years",
}  # fmt: skip

# What thumbs leave out, of words that name nothing.
TEXTING = {
    "rlly": "really", "rly": "really", "smth": "something", "smthn": "something", "sumthing": "something",
    "sth": "something", "ppl": "people", "tho": "though", "pls": "please", "plz": "please", "thx": "thanks",
    "cuz": "because", "coz": "because", "bday": "birthday", "mins": "minutes", "lookin": "looking", "wi": "with",
    "wiv": "with", "shud": "should", "wud": "would", "cud": "could",
    "wot": "what", "wots": "what's", "cheepest": "cheapest", "cheeper": "cheaper", "cheep": "cheap",
}  # fmt: skip

# Words that lead to a sum, an age or a count, mended wherever they are one letter off.
LEADING_WORDS = (
    "under", "around", "about", "between", "maximum", "pounds", "dollars", "players", "pieces", "birthday", "years",
    "months", "budget",
)  # fmt: skip
# Words of their own that lie one letter beside those.
NO_SLIPS = frozenset(
    "aground pound ponds player piece poundz maximus month year budge budgets bounds founds prayers".split()
)


# Words of one meaning for a shopper, as stems: asking for one finds the others, a little less surely.
SYNONYMS = tuple(
    frozenset(stems(group))
    for group in (
        "jigsaw puzzle", "teddy bear", "plush cuddly plushie plushies stuffed soft", "pram pushchair buggy stroller",
        "lorry truck", "aeroplane airplane plane aircraft", "dough playdough plasticine clay", "draughts checkers",
        "colouring coloring", "costume outfit dress-up", "railway train", "bike bicycle", "scooter scooters",
        "helicopter chopper", "robot android", "set playset kit", "bunny rabbit", "puppy dog", "kitten cat",
        "pony horse",
        "brick bricks", "figure figurine", "sledge sled", "rattle shaker", "till cash", "torch flashlight",
        "rc remote radio", "dinosaur dino", "tricycle trike", "boardgame board", "dollhouse doll",
        "crayon crayons", "building construction", "magic conjuring", "racetrack racing",
        "teether teething",
        "bin garbage refuse dustbin rubbish recycling", "digger excavator jcb", "sofa settee couch",
        "maths math mathematics", "armchair chair seat", "folder binder album portfolio", "build kit",
        "jewellery jewelry", "cutout standee", "film movie", "quadcopter drone", "fake false",
        "gun pistol blaster soaker squirter", "giant huge jumbo large big xl bigger larger", "small mini tiny smaller",
        "two 2", "three 3", "four 4", "five 5", "six 6", "seven 7", "eight 8",
        "nine 9", "ten 10", "spelling alphabet phonics letters",
    )
)  # fmt: skip

# Things that bear a toy's or a maker's name and are nothing to play with.
MERCHANDISE = frozenset(
    stems(
        """
        backpack rucksack bag purse wallet poster protector protectors binder folder album case tin tattoo candle topper
        plate cup napkin watch clock lamp light pencil pen eraser rubber badge magnet charm bead stencil banner bunting
        confetti catalogue cd wig hat shirt pyjamas towel blanket duvet cushion pillow rug sign stamp cutter mould glue
        keyring keychain mug stationery
        """
    )
)
# Nouns that say less than the word before them: a knight figure is a knight first, a bubble machine makes bubbles.
SHAPES = frozenset(stems("model figure figurine machine maker animal"))
SIZES = frozenset(stems("giant huge jumbo large xl mini tiny"))
# What runs on a battery or from the mains.
POWERED = frozenset(
    stems(
        "battery batteries rechargeable motorised motorized electric electrical electronic remote rc radio digital usb"
    )
)
COLOURS = frozenset(stems("red blue green yellow pink purple lilac orange black white grey gray brown gold silver"))


def is_a_colour(text: str) -> bool:
    """Whether the text names nothing but colours."""
    return bool(text) and COLOURS.issuperset(stems(text))


# Behind a toy's name these say in what shape it comes: a police car puzzle is a puzzle, a unicorn backpack a bag.
FORMS = MERCHANDISE | frozenset(
    stems("puzzle jigsaw balloon book annual costume mask sticker card game cake dvd terrier furniture tray mat")
)

# What is blown up is the thing itself only where it is meant to float, to bounce or to be sat in.
INFLATED = frozenset(stems("inflatable inflate blow-up"))
MEANT_TO_BE_INFLATED = frozenset(
    stems(
        """
        pool ring ball castle boat float armband dinghy raft hopper lilo bed tube slide island lounger mattress balloon
        ride-on paddling swim swimming bouncy beach chair sofa punch tent
        """
    )
)

# A title with one of these, unasked, names something that goes with the toy rather than the toy.
ACCESSORIES = frozenset(
    stems(
        """
        refill spare replacement expansion accessory accessories catalogue magazine poster battery batteries charger
        extension upgrade motor motors propeller propellers blades part parts case cover sleeve sleeves storage
        wallpaper sticker decal invitation invitations napkin napkins tablecloth banner keyring key-ring mug
        transformer connector adapter stationery passport keychain miniature bulb bulbs screws axle axles tyres tires
        spanner wrench
        """
    )
)
