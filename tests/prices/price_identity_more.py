"""More pairs, from a second look at how shops write names: what once passed for the toy, and what was once turned down.

As in `price_identity_pairs`: a product is (title, maker, set number), a listing (name, maker, numbers, GTINs, heading).
"""

from __future__ import annotations

from price_identity_pairs import Text

MORE_SAME: list[tuple[Text, Text]] = [
    # The maker's name: company forms, apostrophes, one word or two, the house that owns it.
    (("Farm Lotto", "Kettlebrook Gaming"), ("Farm Lotto", "Kettlebrook")),
    (("Farm Lotto", "Z-Mol Games"), ("Farm Lotto", "Z-Mol")),
    (("Marble Tower", "Oaky"), ("Marble Tower", "Oaky International")),
    (("Marvin's Box", "Marvin's Tricks"), ("Marvins Box", "Marvins Tricks")),
    (("Elm Toys Dancing Duck", "Elm Toys"), ("ElmToys Dancing Duck", "ElmToys")),
    (("Barbie Camper Van", "Barbie"), ("Barbie Camper Van", "Mattel")),
    (("Arcade Lab", "Snap Circuits"), ("Snap Circuits Arcade Lab", "Elenco")),
    (("Wide Arrow Cards", "The Upper Elm Playing Card Company"), ("Wide Arrow Cards", "UEPCC")),
    (("Space Ranger", "Moon Story"), ("Space Ranger", "Klonmark Moon Story")),
    (("SPEEDRACK Cycle Rodello with Long Red Flames", "Moto Cycles"),
     ("Speedrack Rodello Cycle with Long Red Flames", "Speedrack / Klonmark")),
    (("OAK Princess Iron On Beads Tub", "Rose Princess"), ("OAK Princess Iron On Beads Tub", "Oak Creative")),
    # Sizes: "5 x 75 ml" is no pack of 75, and a quarter is written in two ways.
    (("Acrylic Colours 5 X 75 ml", "Oaky"), ("Acrylic Paint Set 5 x 75ml", "Oaky")),
    (('Chess Pieces 3.25"', "Oaky"), ("Chess Pieces, 3¼ inch King", "Oaky")),
    # The maker's number, written with its letters on one side, with other words around it, or beside "Series 2".
    (("BRK-33097 Rail Cargo Set", "Brickhold", "BRK-33097"), ("Brickhold Cargo Rail Set 33097", "Brickhold")),
    (("Trolleybus (Streamline) NQ1007", "Elmford Diecast", "NQ1007"),
     ("Elmford NQ1007 1:148 N Gauge Trolleybus, Streamlined livery", "")),
    (("A02322 Field Truck Series 2", "Modellar", "A02322"), ("Modellar A02322 Field Truck Kit", "Modellar")),
    (("Foal 13881", "Oakmoss", "13881"), ("Oakmoss Foal Figure 13881", "Oakmoss")),
    (("Racer 75909", "Bricklund", "75909"), ("Bricklund Racer 75909 with Driver Minifigure", "Bricklund")),
    (("Only Fools Van CC99111", "Modellar", "CC99111"), ("Modellar CC99111 Only Fools Van", "Modellar")),
    # A decade, and American spelling within words.
    (("Our House 1970s Jigsaw (1000 Piece)", "Puzzlarium"), ("Puzzlarium Our House 1970's Jigsaw 1000pc", "")),
    (("Coloured Pencils", "Quillwick"), ("Quillwick Colored Pencils", "Quillwick")),
    # What a board game and a jigsaw are called.
    (("Word Duel", "Kettlebrook"), ("Word Duel Board Game", "Kettlebrook")),
    (("Word Duel Board Game", "Kettlebrook"), ("Kettlebrook Word Duel Game", "Kettlebrook")),
    (("Windmill Jigsaw 100 pieces", "Puzzlarium"), ("Puzzlarium Windmill Jigsaw Puzzle 100 Piece", "Puzzlarium")),
    (("Windmill Puzzle 100 pieces", "Puzzlarium"), ("Puzzlarium Windmill 100 Piece Jigsaw Puzzle", "Puzzlarium")),
    (("Letterheap", "Letterheap"), ("Letterheap Game", "Letterheap")),
    (("Word Duel", "Kettlebrook"), ("Kettlebrook Word Duel, 2-4 players", "Kettlebrook")),
    # Counts, weights and set numbers in other words.
    (("Harbour 4 in a Box Jigsaws", "Puzzlarium"),
     ("Puzzlarium Harbour 4 in a Box Jigsaws (12, 16, 20, 24 Pieces)", "Puzzlarium")),
    (("64 Wax Crayons", "Quillwick"), ("Quillwick Wax Crayons, 64 Count", "Quillwick")),
    (("Wax Crayons 24 ct", "Quillwick"), ("Quillwick 24 Wax Crayons", "Quillwick")),
    (("Modelling Clay 2 lb", "Quillwick"), ("Quillwick Modelling Clay 907g", "Quillwick")),
    (("Slime Tub 1 litre", "Zephyr"), ("Zephyr Slime Tub 1000ml", "Zephyr")),
    (("Rally 42151 Meteor GT", "Bricklund"), ("Bricklund Rally Meteor GT 42151 Model Car Kit", "Bricklund")),
    (("Town 10913 Brick Box", "Bricklund"), ("Bricklund Town Brick Box with Storage (10913)", "Bricklund")),
    (("Harbour Express 4021", "Bricklund"), ("Bricklund Harbour Express RC Set 4021", "Bricklund", "4021")),
    # A maker's number is one token and no word, wherever it stands; what the shop adds behind it counts little.
    (("Harbour Tower Set", "Bricklund", "BDP11"), ("Harbour Tower Set", "Bricklund")),
    (("Harbour Tower Set", "Bricklund", "BDP11"), ("Bricklund BDP11 Harbour Tower Set", "Bricklund")),
    (("Spooky Kite", "Zephyr", "10.80.31.327"), ("Zephyr Spooky Kite 10.80.31.327", "Zephyr")),
    (("Rocket Blaster RD-6", "Zephyr"), ("Zephyr Rocket Blaster RD6", "Zephyr")),
    (("Felt Duster", "Quillwick", "n-1"), ("Quillwick Felt Duster (N-1)", "Quillwick")),
    (("Harbour Lighthouse 4021", "Bricklund"),
     ("Bricklund 4021 Harbour Lighthouse Building Set with Keeper Boat Crane and Gulls Toy for Boys Girls 6 Plus Years",
      "Bricklund", "4021")),
    (("Pirate Ship", "Nordalf", "", "5012345678900"), ("Nordalf Large Pirate Vessel", "Nordalf", "", "5012345678900")),
    (("Four Seasons Wooden Tree Puzzle", ""), ("Four Seasons Wooden Tree Puzzle", "")),
    # Shop talk.
    (("Ride-on Case", "Zephyr"), ("Zephyr Ride-on Case, Kids Toy", "Zephyr")),
    (("Combine Harvester", "Oakmoss"), ("Oakmoss Combine Harvester - Great Gift for Boys and Girls Age 3+", "Oakmoss")),
]  # fmt: skip

MORE_DIFFERENT: list[tuple[Text, Text]] = [
    # Words of shops that are part of a name.
    (("Wooden Ice Cream Set", "Oakmoss"), ("Oakmoss Wooden Ice Cream Shop Set", "Oakmoss")),
    (("City Truck", "Nordalf"), ("Nordalf City Delivery Truck", "Nordalf")),
    (("Whistlestop Train Set", "Brambleford"), ("Brambleford Whistlestop Battery Train Set", "Brambleford")),
    (("Coding Robot Bolt", "Zephyr"), ("Zephyr Coding Robot Bolt Activity Set", "Zephyr")),
    (("Wooden Puzzle", "Oakmoss"), ("Oakmoss Wooden Number Puzzle", "Oakmoss")),
    (("Chocolate Rabbit", "Quillwick"), ("Quillwick Chocolate Rabbit Girl", "Quillwick")),
    (("Quick Eye Card Game", "Kettlebrook"), ("Kettlebrook Quick Eye Kids Card Game", "Kettlebrook")),
    (("Wild Card Game", "Kettlebrook"), ("Kettlebrook Wild Party Card Game", "Kettlebrook")),
    (("Quick Eye", "Kettlebrook"), ("Kettlebrook Quick Eye 1-2-3", "Kettlebrook")),
    (("Word Duel", "Kettlebrook"), ("Kettlebrook Word Duel 4 Player", "Kettlebrook")),
    (("Windmill Puzzle", "Puzzlarium"), ("Puzzlarium Windmill Jigsaw Puzzle", "Puzzlarium")),
    # A number that one side lacks is unknown, and words of form can tell.
    (("Town Police Station", "Bricklund"), ("Bricklund Town Police Station 60316", "Bricklund")),
    (("Town Police Station 60316", "Bricklund"), ("Bricklund Town Police Station", "Bricklund")),
    (("Town Police Station", "Bricklund", "60316"), ("Bricklund Town Police Station Set", "Bricklund")),
    (("Town Police Station", "Bricklund", "60316"), ("Bricklund Town Police Station", "Bricklund", "60141")),
    (("Railway Tickets", "Kettlebrook"), ("Kettlebrook Railway Tickets for Kids", "Kettlebrook")),
    (("Word Duel", "Kettlebrook"), ("Kettlebrook Word Duel (New Version)", "Kettlebrook")),
    (("Pattern Blocks", "Oakmoss"), ("Oakmoss Pattern Blocks Set A", "Oakmoss")),
    (("Pattern Blocks Set B", "Oakmoss"), ("Oakmoss Pattern Blocks Set A", "Oakmoss")),
    (("Silver Storm Booster Box", "Zephyr"), ("Zephyr Silver Storm Booster Pack", "Zephyr")),
    (("Wooden Tree Puzzle", ""), ("Wooden Tree Puzzle", "")),
    # Weights and volumes in other units.
    (("Play Sand 2kg", "Quillwick"), ("Quillwick Play Sand 907g", "Quillwick")),
    (("Modelling Clay 1 lb", "Quillwick"), ("Quillwick Modelling Clay 1 kg", "Quillwick")),
    (("Slime Tub 1 litre", "Zephyr"), ("Zephyr Slime Tub 500ml", "Zephyr")),
    (("Wax Crayons 24 ct", "Quillwick"), ("Quillwick 64 Wax Crayons", "Quillwick")),
    (("Match Cards 10 Cards", "Zephyr"), ("Zephyr Match Cards 10 Pack", "Zephyr")),
    # Words that only other letters can say.
    (("Bullet Train S-01", "Tokyoda"), ("【中古】Tokyoda Bullet Train S-01", "Tokyoda")),
    (("Bullet Train S-01", "Tokyoda"), ("Tokyoda Bullet Train S-01 互換品", "Tokyoda")),
    (("Harbour Lighthouse 4021", "Bricklund"), ("Bricklund 4021 Harbour Lighthouse б/у", "Bricklund", "4021")),
    (("Our House 1970s Jigsaw (1000 Piece)", "Puzzlarium"), ("Puzzlarium Our House 1980s Jigsaw 1000 Piece", "")),
    (("Our House Jigsaw (1000 Piece)", "Puzzlarium"), ("Puzzlarium Our House 1980s Jigsaw 1000 Piece", "")),
    (("BRK-33097 Rail Cargo Set", "Brickhold", "BRK-33097"), ("Brickhold Cargo Rail Set 33098", "Brickhold")),
    (("Series 2 Racer 7590", "Bricklund", "7590"), ("Bricklund Series 3 Racer 7590", "Bricklund")),
    (("Racer 75909", "Bricklund", "75909"), ("Bricklund Racer Driver Figure 75909", "Bricklund")),
    # The same number, not the thing.
    *(
        (("Harbour Lighthouse 4021", "Bricklund"), (f"Bricklund 4021 Harbour Lighthouse {rest}", "Bricklund", "4021"))
        for rest in (
            "d'occasion", "de segunda mano", "tweedehands", "reconditionné", "generalüberholt", "B-Ware", "gebruikt",
            "Bauanleitung", "pezzi di ricambio", "(nur Figuren)", "Leerkarton", "Konvolut", "wall mount", "stand",
            "motor kit", "bag 3 of 17", "and 4047 Lightship", "+ free gift 4068", "built once",
        )
    ),
    # The heading, an offer or a size says what the short name leaves out.
    (("Modelling Dough", "Quillwick"), ("Modelling Dough", "Quillwick", "", "", "Quillwick Modelling Dough 24 Pack")),
    (("Harbour Lighthouse 4021", "Bricklund"),
     ("Harbour Lighthouse", "Bricklund", "", "", "Bricklund 4022 Harbour Lighthouse")),
    (("Windmill Jigsaw 1000 pieces", "Puzzlarium"),
     ("Windmill Jigsaw", "Puzzlarium", "", "", "Windmill Jigsaw 500 pieces")),
    # Makers that are not one.
    (("Fire Engine", "Real Toys"), ("Fire Engine", "Real Games")),
    (("Camper Van", "Barbie"), ("Camper Van", "Mattel")),
    (("Bat Figure", "Hot Toys"), ("Bat Figure", "Hot")),
]  # fmt: skip
