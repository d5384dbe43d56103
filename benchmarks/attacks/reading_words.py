"""The second reader's own words: those that hold a sentence together, and shop talk; it asks the checks for none."""

from __future__ import annotations

import re

# Words that hold a sentence together; none of them says anything of a toy.
CLOSED_CLASS = frozenset(
    """
    a an and are as at be because but by can could for from go going had has have having here i i'd i'll i'm i've if
    in into is it it's its just let's may me might mine my of off on one or other so that that's the their them then
    there these this those to too up was we were what when which while who whom whose why will with would you you'd
    you're your also another both than not no doesn't isn't don't how many does do did
    """.split()
)
# What is said around a choice and its facts; a fact itself is a figure, a name, or a word of the record.
SHOP_TALK = frozenset(
    """
    top pick picks choice choose chose chosen choosing recommend recommendation suggest runner-up runner second next
    alternative alternatively option instead closest close came comes come asked ask look looked looking after
    behind cost costs price priced rated rating ratings star stars says say said lists listed listing list catalogue
    catalog mentions mention gives give maker made make brand age ages aged piece pieces player players matters most
    within budget start starts ones take took suggestion request based according available average buyers customers
    designed intended suitable meant contains includes sells bought currently toy produced received holds drawn
    possibility good something recommended suit suits fit fits match matches my your perhaps paid pay find found
    else rate rates gave was given whether know like consider get newborns months month third wanted want about
    around details shown
    """.split()
)
# More of both; these may also stand in a toy's name, so a name is not told by them.
MORE_TALK = frozenset(
    """
    brief company comparison contrast crafted kit packed shopping suggested thoughts adds costing enough hear itself
    use whole overall pack across again all among any anything around being back between besides down either else
    everything few further it'll least let meanwhile more moment neither none now otherwise over own per perhaps
    please quite rather shall should since some somewhat still they they've through thanks there's today together
    under until we've what's where whether within without won't you'll you've yours yet here's how's one's able am
    been got gone get gets getting goes went best better told detail advice age-wise aimed altogether answers appeal
    appropriate arrives asking asks averages averaging backup bear begin believe bigger bill box boxes buy calls
    carries case check child children choices closely colour comfortably coming compare compared comparing comprises
    considered considering contender convinced count counts course covers current customer described describes
    description deserves different earned earns easy enjoy enjoyed enjoys expect explain facts failing falls far
    feature features feedback feel figures fine first following follows full game geared glad gladly great guidance
    happily happy help helps hope hopefully idea included inside item join keep keeps key kids kind label labelled
    lean leaves likely limit little looks lovely maker's makers makes manufacturer material meets mentioned
    mentioning mind name names narrow narrowed need news nice nicely note notes noting number old opt options out
    part paying people personally picked pitched place play played playing plus point prefer price-wise product put
    puts questions quick range reads recommending recommends reference requested respects retails reviewers reviews
    right room score scores screen search seats see seems sensible set settle shop shoppers short show single sits
    sold solid sound spare spend stands stated stay stays steer stood strong suggestions suggests suited tag takes
    taking tell terms text think ticks time total towards toys try undecided used useful vote way welcome well wins
    wishes word words work works worth year years others up upwards onwards cheaper expensive dearer premium
    balanced higher lower less fewer difference
    """.split()
)
SPELLED = {
    name: number
    for number, name in enumerate(
        (
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen"
        ).split(),
        start=1,
    )
}
# "One" counts before these; elsewhere it points.
ONE_OF_WHAT = frozenset("player players year years month months piece star rating".split())
# A superlative is no fact of the record; the few turns in which such a word is none.
SUPERLATIVES = re.compile(
    r"\b(?:best(?! suited| match| fit)|cheapest|lowest|highest|top[- ]rated|best[- ]?sell\w*|most popular"
    r"|number one|finest"
    r"|greatest|only one|perfect|excellent|favourite|popular|safe)\b",
    re.IGNORECASE,
)
SALE = re.compile(
    r"\d ?%|\boff\b|\bsale\b|\bdiscount|\bfree delivery|\binstead of [£$€]|\bwas [£$€]|\bsave\b|\bon offer\b"
    r"|\b(?:now|today) only\b",
    re.IGNORECASE,
)
OPINIONS = re.compile(
    r"\b(?:buyers|customers|shoppers|reviewers|people|children|kids|parents|everyone|shop|ratings|reviews)"
    r"(?: \w+)? (?:recommend|love|prefer|like it|choose|want|buy it)\w*",
    re.IGNORECASE,
)
