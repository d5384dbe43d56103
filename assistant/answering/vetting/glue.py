"""Glue: the words that may stand beside the claims of a sentence, because they state nothing of a toy.

They join, point, hedge, recommend, or say where a fact comes from. A word that says something only in some company is
glue here, and its company is listed in `turns`.
"""

from __future__ import annotations

NEGATIONS = frozenset(
    "no not without non never isn't doesn't don't didn't aren't cannot can't won't wouldn't couldn't nor neither none "
    "nothing".split()
)
# What may stand between words; anything else (a star, a percent sign, a tag) may state something.
PUNCTUATION = frozenset(".,:;!?'\"()-–—…/&")

_JOINING = """
    about above against alongside  around as aside because before behind beneath beside besides beyond by concerning
    considering despite down   following for from given in including into like near of  on onto out
     per plus regarding round since through  till to toward towards under until up upon versus via with
    within albeit lest provided providing whereby wherein hereby thereby therefore consequently subsequently furthermore
    moreover additionally again alternatively  instead  overall thereafter regardless admittedly
    a an the and or but so of in on at to from by for with as than if when while because since though although
    however then still just also too both otherwise alternatively besides meanwhile therefore whether what who whom
    whose which why how where there here there's here's what's across among amongst after behind up out plus per
    each many well through  between against before onto upon via despite unless whereas whenever wherever
    nonetheless nevertheless thus hence accordingly namely specifically notably especially particularly incidentally
    finally lastly firstly secondly later earlier soon together apart along aside down far
"""
_POINTING = """
    itself yourself yourselves themselves himself herself myself oneself whoever whatever whichever somebody someone
    anyone anybody whole entire enough such either neither both i me my mine we us our you your yours it its it's
    that that's this these those they them their one ones other others another i'd i've i'm i'll you'd you've you're
    you'll we've we'd we'll they've they'd they're it'll it'd let's second third fourth fifth sixth next first
    instead else something anything
"""
_BEING = """
    is are was were be been being am do does did done has have had having get gets getting got go goes going gone
    went come comes coming came will would can could may might must shall should need needs let
"""
_HEDGING = """
    perhaps maybe probably possibly likely seem seems appear appears think believe feel guess suppose consider say
    says said saying rather quite fairly currently now today right overall altogether total simply certainly indeed
    comfortably easily happily gladly actually yet again personally honestly frankly ideally usually roughly
    basically clearly obviously naturally luckily fortunately hopefully apparently presumably arguably mostly mainly
    chiefly nicely neatly squarely
"""
_RECOMMENDING = """
    top pick picks picked picking choice choices choose chose chosen choosing recommend recommends recommended
    recommending recommendation recommendations suggest suggests suggested suggesting suggestion suggestions select
    selected selection option options alternative alternatively backup candidate contender possibility place placed
    spot position way best fit fits fitting suit suits suited match matches matched matching closest close closely
    nearest near comparison compare compared point single singled stand stands stood lean towards favour prefer try
    trying take takes taking taken look looks looking looked worth start starts lead leads runner runner-up follow
    follows following list shortlist work works opt favourite settle settled matter matters most more like ticks
    tick boxes bill steer guide direct nominate vote votes goes begin begins beginning turn turns answer answers
    satisfies tops opting leaning comparing weigh weighing shortlisted vouch gravitate plump win wins winner advice
    advise narrow narrowed checked check reviewed browsed spotted noticed pulled discovered quick brief briefly
    short simple please bear quickly explain explained happy glad pleased undecided unsure satisfy align aligns
    correspond corresponds line hit hits mark mention mentioning keep remember remembering idea ideas case easy
    easier simpler respects respect appropriate proper apt relevant comparable convinced tempted curious interested
    instance example usual different further similar final sole initial main primary leading ranks rank ranked
    ranking reason reasons why
"""
_SHOPPING = """
    ask asks asked asking want wants wanted wish wishes request requested requirements needs search described
    mentioned told tell tells know budget limit spend price prices priced cost costs costing pay pays paying paid
    buy bought sell sells selling sold retail retails expect list lists listed listing catalogue catalog shop
    available put set within inside under below stay stays keep keeps keeping sit sits leave leaves leaving room
    meet meets money figure yours sum charge charged tag brings falls fall current currently spare some covers cover
    total range bracket ceiling allowance outlay afford affordable allow allows allowing permit going order ordering
    purchase purchasing spending setting sets back
"""
_FACTS = """
    use uses using handle handles rating ratings rate rates rated score scores scored scoring average averages
    averaging star stars review reviews feedback buyers customers shoppers reviewers people gave give gives given
    giving received receive receives earned earn earns hold holds held holding drawn based according age ages aged
    children child kids aimed intended designed suitable meant marked made make makes maker maker's manufacturer
    manufactured producer produced brand material piece pieces part parts player players play played join enjoy
    contain contains containing include includes including comprise comprises consists carry carries find found box
    pack comes provides offers describe describes description detail details note notes mention mentions feature
    features state states line source sources screen shop's catalogue's listing's toy terms reference idea mind
    about around back stated quoted recorded collected puts wise into geared pitched targeted directed label
    labelled reads read text blurb words word wording guidance guideline minimum number numbers name named names
    product products item items toys key facts fact figures news customer user users buyer reviewer used able see
    seen deserves merits commands enjoys enjoyed attracts collects amassed gathered left submitted cast counts
    counted count comprising built build constructed crafted forms formed kit included supplied packed packaged
    seats accommodates group take participate involved needed require requires requiring needs home company firm
    behind label's makers brands arrive arrives product's brand's range shows show displays shown tells reports
    reporting indicates indicated advises advised recommendation years year old olds month months up upwards little
    ones
"""
# Regular verbs of choosing, telling and holding: every form of theirs is glue.
_VERBS = """
    add cite comment confirm declare detail emphasise emphasize explain express highlight identify imply indicate
    inform introduce observe outline record remark report reveal specify spell stress sum summarise summarize check
    look spot view browse compare weigh examine review pass reckon imagine wonder assume expect hope conclude decide
    favor land arrive consider recommend suggest select pick favour prefer settle lean steer guide direct nominate
    single point mention note state list describe quote name place rank ask want request search contain include
    comprise provide receive earn gather collect score average rate cost price charge retail aim gear pitch target
    design intend label mark match suit tick meet answer satisfy respect keep stay start begin follow head stop step
    return turn appear seem play call term happen continue remain allow enable cover bring carry show display
    present feature belong refer relate
    """.split()


def _forms(verb: str) -> tuple[str, ...]:
    base = verb.removesuffix("e")
    if verb.endswith("y"):
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing", f"{verb}s", f"{verb}ed"
    return verb, f"{verb}s", f"{base}ed", f"{base}ing"


GLUE = frozenset(
    " ".join((_JOINING, _POINTING, _BEING, _HEDGING, _RECOMMENDING, _SHOPPING, _FACTS)).split()
) | {form for verb in _VERBS for form in _forms(verb)} | NEGATIONS  # fmt: skip
# What a sentence without any claim may say besides: it speaks of the talk with the shopper, and of no toy.
TALK = frozenset(
    """
    hear hearing listen talk talking discuss discover decide explore view skip swap suit arrange another pop drop
    line happy glad pleased hope hopes hoping help helps helping please thanks thank welcome sure show shows see
    check narrow down refine change decision question questions love different cheaper expensive dearer premium
    balanced less few couple some any all every everything whatever either free time ready hesitate sound sounds
    good okay fine great helpful read open information info further later better useful kind kinds type types sort
    sorts thing things toys game games gift results result page card cards yourself little bit lot explain answer
    older younger bigger smaller message reply word words always colour colours course full own compare browse share
    adjust widen say budgets occasion person
    shopping thoughts opinion depend depends child's
    """.split()
)
