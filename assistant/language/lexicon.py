"""The English a toy shop hears: nouns of toys and of other goods, materials, filler, and wishes about features.

Lists of words, no rules. They are general knowledge of the language; what a particular shop sells comes from its
catalogue's vocabulary.
"""

from __future__ import annotations

from assistant.language.text import stems

# Heads of phrases that name a toy, as stems.
TOYS = frozenset(
    """
    toy puzzle jigsaw game doll dolly dollhouse teddy bear plush plushie puppet marionette lego duplo playmobil brick
    block railway locomotive figure figurine playset kite yo-yo yoyo spinning rattle teether stacker sorter walker pram
    buggy pushchair scooter trike tricycle slime playdough dough plasticine crayon chalk sticker colouring coloring
    craft costume mask wand tiara slinky fidget spinner popper bubble frisbee skittle marble domino chess draught
    checker backgammon ludo uno snap yahtzee scrabble monopoly cluedo jenga twister bingo roulette poker dice card
    balloon pinata confetti banner bunting drone helicopter quadcopter robot dinosaur unicorn fairy princess pirate
    knight castle dollshouse playhouse playmat gym mobile abacus whiteboard blackboard easel xylophone tambourine
    maraca drum glockenspiel ukulele keyboard kazoo boomerang pogo stilt trampoline seesaw slide swing sandpit bucket
    spade paddling inflatable armband float blaster nerf pistol sword shield bow catapult slingshot racetrack slot
    scalextric hornby carrera micro diecast car truck lorry tractor digger excavator crane bulldozer ambulance fire
    engine train tram bus boat ship submarine rocket spaceship aeroplane airplane plane garage farm zoo stable kitchen
    till checkout teaset cooker tool workbench microscope telescope magnet kaleidoscope loom bead bracelet knitting
    sewing embroidery origami papercraft stencil stamp paint easel clay pottery kaleidoscope jack-in-the-box
    rocking-horse hobby-horse tamagotchi walkie-talkie catcher-game trivia quiz rummikub catan carcassonne pokemon
    yu-gi-oh furby transformer zhu hatchimal sylvanian playground snowglobe conker jester clown juggling magic trick
    wizard costume tutu superhero mermaid dragon animal horse pony puppy kitten dog cat elephant giraffe monkey lion
    tiger penguin owl rabbit bunny sheep cow pig hippo zebra snake frog duck octopus shark whale turtle baby figure
    ball bat racket rugby football basketball netball goal dart dartboard snooker pool tabletop croquet quoit hoop rope
    skipping model kit rail track wagon coach carriage signal layout helmet gift present stocking filler set piece
    """.split()
)  # fmt: skip

# Heads of phrases that name something else, as stems; a toy word before them ("plush towel") changes nothing.
OTHER_GOODS = frozenset(
    """
    laptop computer desktop pc monitor printer scanner phone smartphone iphone android tablet ipad charger cable
    adapter hdmi usb router modem headphone earphone earbud headset speaker soundbar subwoofer television tv projector
    camera camcorder lens tripod webcam battery powerbank hard-drive ssd ram gpu motherboard processor microphone
    smartwatch watch clock thermostat doorbell alarm
    shirt t-shirt tshirt blouse sweater hoodie jumper cardigan jacket coat parka vest dress skirt trouser pant jean
    legging short sock stocking tight underwear bra panty boxer brief lingerie pyjama pajama nightgown robe swimsuit
    bikini shoe boot sandal slipper sneaker trainer heel loafer clog glove mitten scarf hat beanie belt tie suit
    tuxedo wallet purse handbag backpack luggage suitcase sunglass eyeglass necklace earring ring pendant jewelry
    jewellery cufflink
    sofa couch loveseat sectional armchair recliner ottoman chair stool barstool bench table desk bookshelf bookcase
    shelf shelving cabinet cupboard dresser wardrobe nightstand sideboard credenza buffet mattress bed bedframe
    headboard futon crib bunk pillow cushion duvet comforter quilt blanket throw sheet sheets bedding curtain drape
    blind shade valance rug carpet doormat mat runner lamp chandelier sconce pendant-light lightbulb bulb lighting
    mirror vase candle wreath frame painting wallpaper tapestry clock faucet tap sink toilet bathtub shower towel
    washcloth bathmat vanity tile grout countertop backsplash
    fridge refrigerator freezer oven stove cooktop microwave dishwasher washer dryer kettle toaster blender mixer
    juicer coffee espresso grinder pan pot skillet wok saucepan cookware bakeware knife cutlery fork spoon plate bowl
    mug tumbler glass wine-glass napkin tablecloth apron colander spatula vacuum mop broom detergent bleach cleaner
    soap dispenser trash bin hamper ironing iron
    shampoo conditioner lotion moisturizer moisturiser sunscreen serum cream deodorant perfume cologne fragrance
    lipstick mascara eyeliner eyeshadow foundation concealer makeup brush wig extension razor shaver trimmer clipper
    toothbrush toothpaste floss mouthwash tweezer nail-polish skincare vitamin supplement protein probiotic medicine
    tea coffee juice soda water wine beer whisky vodka snack chip cracker cookie biscuit chocolate candy sweet cereal
    granola oat bread pasta noodle rice sauce soup gravy seasoning spice salt pepper oil vinegar cheese milk yogurt
    butter meat beef chicken turkey sausage bacon jerky salmon tuna fruit vegetable nut almond peanut popcorn syrup
    honey jam mix bar cake cupcake
    tyre tire wiper windshield dashboard sedan suv motorcycle bumper headlight carburetor brake
    lawnmower mower hedge trellis fertilizer planter hose shovel rake grill barbecue bbq gazebo pergola patio parasol
    umbrella fence shed gutter ladder drill saw hammer wrench screwdriver screw bolt hinge knob handle doorknob paint
    plywood lumber insulation caulk socket switch outlet fuse
    dvd blu-ray cd vinyl book novel textbook magazine ebook ticket subscription voucher flight hotel insurance loan
    mortgage holiday rental taxi
    cigarette vape tobacco cannabis
    """.split()
)  # fmt: skip

# Names of toys and party things whose last word, alone, would be other goods.
TOY_PHRASES = (
    r"magnetic tiles?|magna[- ]?tiles?|poker (?:chips?|table|set)|fancy dress|birthday candles?|"
    r"felt[- ]?tips?(?: pens?)?|"
    r"colou?ring (?:pencils?|pens?|books?)|shape sorters?|(?:baby shower|birthday|party) (?:banners?|bunting|candles?|"
    r"plates|cups|napkins|hats?|invitations?|invites|decorations?|bags?|balloons?)|stickers?|sticker (?:books?|sheets?|"
    r"albums?)|dress(?:ing)?[- ]up clothes|face paints?|finger paints?|water (?:pistols?|guns?|bombs?)|top trumps|"
    r"dolls?'? (?:clothes|furniture|bed|cot|chair|shoes|pram)|teddy bear clothes|play (?:food|tent|mat|sand|money)|"
    r"rubik'?s? cubes?|paper planes?|snow ?globes?|(?:dvd )?quiz(?:zes|(?: games?))?|dvd games?"
)

# What people write around a wish, as folded words; never part of the product's type.
FILLER = frozenset(
    """
    gran granny nan nana grandad grandpa uncle auntie aunt aunty godson goddaughter twins triplets current rainy
    arent isnt wasnt doesnt hes shes theyre thats ill ive suppose fine whole silly cute big serious nursery girlfriend
    boyfriend lad lads lass wife husband partner kid colleague teacher collects collecting loads
    isn't aren't wasn't doesn't didn't can't won't haven't hasn't couldn't wouldn't you've i've we've they've i'll we'll
    you're they're there's here's cheapest dearest hiya howdy hey heya boss coworker neighbour neighbor mate pal
    classmate altogether total together goes go scared afraid terrified
    stare staring instead special proper thinking think thought wondering wonder
    a an the some any this that these those my our your his her their its it i i'm im i'd id we we're you he she they
    me us him them who whom which what what's whats where when why how please pls thanks thank hi hello hey and or but
    so if as at by from of on in into to up with without within is are be been being am was were do does don't dont did
    can could would should will may might must shall have has having had got get getting give giving gives want wants
    wanted wanting need needs needed looking look searching search find finding show recommend recommendation
    recommendations suggest suggestion suggestions buy buying purchase order shop shopping after hunting help like love
    loves likes loved prefer preferably ideally maybe perhaps just really very quite too also something anything
    nothing thing things stuff one ones item items idea ideas option options product products kind kinds sort sorts
    type types best good nice great lovely cool fun perfect ideal suitable right decent cheap cheaper expensive quality
    affordable inexpensive limit budget price prices priced cost costs costing money pounds pound quid dollars
    dollar euros euro spend spending around about under over below above less more than max maximum min minimum most
    least between gift gifts present presents occasion party's surprise tomorrow today tonight now
    currently right new old older young younger year years yr yrs month months day days week weekend age aged ages
    child children kid kids boy boys girl girls son sons daughter daughters nephew nephews niece nieces grandson
    granddaughter grandchild grandchildren grandkids cousin brother sister friend friends baby's toddler toddlers teen
    teens teenager adult adults grown-up grown family mum mom mummy dad daddy grandma grandpa person people someone
    somebody player players everyone him herself himself themselves little big-hearted obsessed mad crazy into keen fan
    everything occupy occupied entertain entertained amuse amused busy know
    enjoys enjoy enjoying use using make made making go going keep keeps there here not no non all
    each every both same another other others else again actually basically still only even ever never much many few
    lot lots bit able let's lets let ok okay yes yeah um uh er erm hmm well oh toy toys
    """.split()
)  # fmt: skip

# Words of those that name a maker's line where the shop's titles have them behind the maker: "LEGO Friends".
LINES = frozenset({"friends", "go", "sisters", "family"})

# Nouns that say only that something is wanted; a type made of nothing else is no type.
GENERIC = frozenset(
    """
    toy thing item gift present product something stuff filler stocking idea set play birthday christmas xmas easter
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
    "wood": ("wood", "wooden", "timber", "beech", "pine", "plywood", "birch", "maple", "oak"),
    "bamboo": ("bamboo",),
    "plastic": ("plastic", "abs", "polypropylene"),
    "metal": ("metal", "die-cast", "diecast", "tin", "steel", "alloy", "zinc", "metallic"),
    "plush": ("plush", "soft toy", "cuddly"),
    "fabric": ("fabric", "cloth", "textile", "polyester", "cotton"),
    "wool": ("wool", "woollen", "knitted"),
}

# Features people ask for in one word, wherever it stands.
FEATURES = frozenset(
    """
    educational washable waterproof musical magnetic quiet silent portable foldable folding cooperative collaborative
    rechargeable personalised personalized handmade eco-friendly sustainable recycled organic inflatable interactive
    floating luminous remote-controlled motorised motorized electric battery-powered battery-operated solar-powered
    non-toxic soft sturdy indestructible compact reversible glow-in-the-dark travel-size indoor outdoor sensory
    """.split()
)  # fmt: skip

# Colours as people name them.
COLOURS = frozenset(
    """
    red blue green yellow pink purple orange black white grey gray brown silver gold golden turquoise rainbow lilac
    beige navy cream violet teal multicoloured multicolored colourful colorful
    """.split()
)

# How large it is to be; no feature that a catalogue states, so that they only rank.
SIZES = frozenset("small smaller tiny mini big bigger large larger huge giant medium".split())

# Everyday words and first names that are some maker's name too: a brand only behind "by", "from" or before "brand".
ORDINARY_NAMES = frozenset(
    """
    aaa abc academy alex alligator alpine ambulance ark ash atlas aurora avatar bicycle cardinal carousel classic
    classified creative crescent crossword davies dexter diverse downtown dynamite empire epoch falcon felt fiesta flair
    flex forum freeing gemma george green halo icon ideal impressions indigo inspire king lagoon laser letterbox magic
    maxim miles missing moon often omnibus orange parker parrot peanuts purity quay ratio regent riley rocky safari
    scream seasonal shuffle smart spark specialist spectrum star stephens sun tactic tanner tarot trademark trumpeter
    unique venom volley wicked worldwide worms
    """.split()
)

# What a material's word names when it is no material.
NO_MATERIAL = (
    r"felt[- ]?(?:tips?|pens?)|metal detectors?|tin (?:openers?|whistles?)|rubber (?:bands?|stamps?|rings?)|"
    r"steel drums?"
)

# Ways to say a kind of toy without its name, as patterns, and the name it goes by in a shop.
NAMED_OTHERWISE = {
    r"(?:soft|cuddly|stuffed) (?:toy|animal|creature)s?": "plush",
    r"(?:something|anything) (?:soft and )?(?:cuddly|snuggly|huggable)": "plush",
    r"(?:something|anything) (?:creative|crafty|arty)": "craft kit",
    r"(?:little|tiny|miniature) people": "people figures",
    r"rubber rings?": "swim ring",
    r"secret santa(?: (?:gift|present))?": "stocking filler",
    r"(?:we|you|they|he|she|everyone|everybody|anyone) can (?:all )?play(?: together)?": "",
    r"(?:at|over|this) (?:christmas|xmas|easter)(?: time)?": "",
    r"(?:really |very )?big(?= (?:teddy|bear|soft|cuddly|plush|dolls?|dinosaurs?|trucks?|robot)\b)": "large",
    r"learn(?:s|ing)? (?:how )?to (read|spell|count|write)": r"\1ing game",
    r"(?:on|for) (?:a|the|our) (?:long )?(?:plane|flight|coach|(?:car |train )?journey|(?:road )?trip|drive)": "travel",
    r"(?:build(?:ing)?|construct(?:ing)?) (?:things|stuff)|(?:something|things) to (?:build|construct)": "building set",
    r"(?:train ?spotter|railway (?:enthusiast|modeller|fan|buff)|train (?:enthusiast|fan|buff))s?": "model train",
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

# Slips and short forms of typing, and the word each stands for.
SHORT_FORMS = {
    "pls": "please", "plz": "please", "plse": "please", "thx": "thanks", "thnx": "thanks", "thanx": "thanks",
    "thnks": "thanks", "thankyou": "thank you", "tysm": "thank you", "undr": "under", "unda": "under", "undre": "under",
    "arnd": "around", "abt": "about", "sth": "something", "smth": "something", "sumthing": "something",
    "sumfin": "something", "anythin": "anything", "lookin": "looking", "cheeper": "cheaper", "cheepr": "cheaper",
    "bday": "birthday", "b'day": "birthday", "xmas": "christmas", "prezzie": "present", "prezzy": "present",
    "pressie": "present", "prezzies": "presents", "pressies": "presents", "presant": "present", "w/o": "without",
    "yr": "year", "yrs": "years", "wiv": "with", "wanna": "want to", "gonna": "going to", "gotta": "got to",
    "gimme": "give me", "lemme": "let me", "dunno": "don't know", "coz": "because", "cos": "because",
    "cuz": "because", "hv": "have", "ppl": "people",
}  # fmt: skip

# Words that lead, mended wherever they are one letter off: the rest of a message is the catalogue's to know.
LEADING_WORDS = tuple(
    """
    something anything looking under around cheaper please between birthday present actually wooden pounds players
    pieces premium balanced maximum without batteries another instead expensive compare christmas daughter nephew
    granddaughter grandson toddler plastic children recommend
    """.split()
)
# Words of their own that lie one letter beside those.
NO_SLIPS = frozenset(
    """
    looming looting locking booking aground pleased pleas ponds pond prevent prevents wooded woolen woollen prayers
    player piece balance maximus daughters expansive extensive compares compared recommends plastics presents pounders
    """.split()
)

TOY_STEMS = frozenset(stem for word in TOYS for stem in stems(word))
OTHER_STEMS = frozenset(stem for word in OTHER_GOODS for stem in stems(word))

# Words of one meaning for a shopper, as stems: asking for one finds the others, a little less surely.
SYNONYMS = tuple(
    frozenset(stems(group))
    for group in (
        "jigsaw puzzle", "teddy bear", "plush cuddly plushie stuffed soft", "pram pushchair buggy stroller",
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
