"""Turns of phrase: those that state nothing though a word of theirs might, and those of glue that do state something.

Each is a pattern over a folded sentence, its claims out of the way. A new turn is one line here, with a sentence in
`tests/pipeline/test_honest_words.py` or `tests/pipeline/test_told_lies.py` that needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    """One pattern for all; those that begin at a word share the look at its beginning, which is most of the time."""
    given = tuple(patterns)
    at_words = "|".join(pattern.removeprefix(r"\b") for pattern in given if pattern.startswith(r"\b"))
    others = [pattern for pattern in given if not pattern.startswith(r"\b")]
    return re.compile("|".join([*([rf"\b(?=[\w<])(?:{at_words})"] if at_words else []), *others]))


_CHOICE = (
    r"(?:choice|option|pick|fit|match|alternative|possibility|candidate|suggestion|contender|starting point"
    r"|place to (?:start|begin)|one to (?:try|consider|look at))s?\b"
)
_RATED = (
    r"(?:rated|ratings?|priced?|prices|costs?|stars?|scores?|made|brand|material|ages?|maker|shop|known|listed"
    r"|pieces?|players?)\b"
)
_CALM = (
    r"good|solid|sensible|nice|lovely|fine|sound|reasonable|decent|fair|natural|clear|strong|great|happy|suitable|right"
)
# Read as a comma: nothing is said of a toy.
EMPTY = _any(
    (
        # A recommendation's own adjective, and how it is made.
        rf"\b(?:{_CALM})(?: all-round)? (?={_CHOICE})",
        r"\bmost closely\b",
        r"\bprice matters most\b",
        r"\bworth (?:a (?:second )?(?:look|try|thought)|considering|knowing|noting|mentioning|looking at|trying)\b",
        r"\b(?:comes?|came) out on top\b",
        r"\bat the top of (?:my|the|your) list\b",
        r"\btops my list\b",
        r"\b(?:in|takes|gets) (?:the )?(?:first|second|third|next) (?:place|spot)\b",
        r"\bstand(?:s)? out\b",
        r"\bstood out\b",
        r"\b(?:if i had to (?:choose|pick) )?just one\b(?=,| it)",
        r"\bthe right one\b(?= for (?:you|the)\b| here\b|,)",
        r"\bi(?:'d| would)? (?:start|begin)\b(?: with| by)?",
        r"\b(?:a )?place to (?:start|begin)\b",
        r"\btop of (?:my|the|your) list\b",
        r"\bmy vote\b",
        r"\bfailing that\b",
        r"\bset you back\b",
        r"\b(?:comes|come|amounts) to\b",
        r"\baccording to\b",
        r"\bable to\b",
        r"\bmore than that\b",
        r"\bworks? well (?=for (?:you|your child)\b)",
        r"\bof (?:everything|all)(?: that)? (?=i\b|i've\b|here\b)",
        r"\bthe most suitable\b(?! for)",
        r"\b(?:isn't|not) far (?:behind|off)\b",
        r"\bas far as\b",
        r"\bif (?:none|neither|nothing)(?: of (?:these|those|them)| here)? (?:is|are|feels?|seems?|suits?|fits?"
        r"|appeals?)"
        r"(?: quite)?(?: right| you| to you)?\b",
        r"\bcan be used\b",
        r"\bgood news\b",
        r"\bwithout going over (?=within your budget)",
        r"\bnumber of\b",
        r"\bto spare\b",
        r"\bsome of (?=your budget)",
        # Hedges and hinges.
        r"\b(?:looks|look|seems|sounds|feels) like\b",
        r"\bi like that\b",
        r"\bsomething like\b",
        r"\b(?:work|works) well\b(?= ?,)",
        r"\blike (?:this|that|so)\b(?= ?[:,])",
        r"\b(?:would|you'd|you|might|may|you'll)(?: also| really)? like\b",
        r"\bwhat's more\b",
        r"\bon top of that\b",
        r"\bas well\b",
        r"\bjust so you know\b",
        r"\bto give you an idea\b",
        r"\bfor (?:reference|comparison|your information|what it's worth)\b",
        r"\bin terms of\b",
        r"\bwhen it comes to\b",
        r"\bin (?:addition|short|fact|total|all|my view|my opinion)\b",
        r"\bas for\b",
        r"\bof course\b",
        r"\bby the way\b",
        r"\bso far\b",
        r"\bat the moment\b",
        r"\bright now\b",
        r"\bat present\b",
        r"\bin the (?:box|set|pack)\b",
        r"\bthis set\b",
        r"\bthe set\b",
        r"\b(?:two|three|four) (?:facts|things|points|options|choices|reasons|notes|details)\b",
        r"\bthe (?:whole|entire) set\b",
        r"\bhow does\b",
        r"\bsound\b(?= ?\?)",
        r"\bone (?:thing|detail|point"
        r"|feature)\b",
        r"\bthose who (?:bought|own|rated) it\b",
        r"\bfrom the (?:catalogue|listing)\b",
        r"\bwhat (?:you'd|you would|you'll|you) pay\b",
        r"\bmore (?:about|on)\b",
        r"\bwith room (?:to spare )?in\b",
        r"\bput together from\b",
        r"\bmade up of\b",
        r"\bwhich one\b",
        r"\b(?:this|that|the|next|second|other|another|first|closest) one\b(?:'s)?",
        r"\bone more\b",
        r"\bin case\b",
        r"\b(?:should|if) (?:that|this|it) not (?:appeal|suit|fit|do|be right)\b",
        r"\bif you want a choice\b",
        r"\bone of (?:these|those)\b",
        r"\bhow many\b",
        r"\bstarts? with\b",
        r"\bnear(?:est)? to what\b",
        r"\bto go with\b",
        # What is right for the shopper or the child is right only where wishes or the age are kept: see FITS.
        r"\b(?:fine|right|good|suitable|appropriate|ideal|perfect) (?=for (?:you|your child)\b)",
        # A condition on the shopper's taste denies nothing.
        r"\bif (?:not|(?:that|this|it)(?: one)?(?:'s| is) not|(?:that|this|it)(?: one)? (?:isn't|doesn't)"
        r"|you don't)(?: quite| really| exactly)?"
        r"(?: right| it| for you| to your taste| appeal| suit you| suit| fit| feel right| want it| like it"
        r"| what you (?:want|wanted|had in mind|were after|need))?(?=,|\.|$| there| you| i\b| then| look| try"
        r"| consider)",
        r"\b(?:not (?:quite )?(?:convinced|sure|right|it|for you)|no luck)(?=\?)",
        r"\bwhy not\b",
        r"\bdon't hesitate\b",
    )
)
# Said with the facts alone they would state something more: praise, comparison, a promise.
LOADED = _any(
    (
        rf"\b(?:best|top|most|first|second|next|closest|nearest)[ -]{_RATED}",
        r"\bclosest match(?:ed)? price\b",
        r"\b(?:rated|priced|made|costs?|play|suits?|fits?|works?|sells?|scores?) (?:best|most|top|first|second|well)\b",
        rf"\b(?:top|best|first|second|leads?|place|out|stands?|close|closest|pick|choice)\b(?: \w+)? (?:in|on|by"
        rf"|for|of) "
        rf"(?:its |the |all |our )?{_RATED}",
        r"\bbest\b(?! suited| match| fit)",
        r"\btop\b(?! pick| choice| recommendation| suggestion)",
        r"\b(?:best|closest) (?:match|fit) (?:in|on|by|at|of|for)\b(?! what| you)",
        r"\bmore\b",
        r"\bmost\b",
        r"\bmany\b",
        r"\bthan\b",
        r"\bwell\b(?! for| within| inside)",
        r"\blike\b",
        r"\bworth\b",
        r"\bper\b",
        r"\bone (?:pieces?|players?|stars?|ratings?|ages?|years?|months?|buyer|customer|of (?:a|the)|and only"
        r"|person|child)\b",
        r"\boffer(?:s|ed)?\b(?= ?[.,]| at| price| now| today)|\bon offer\b",
        r"\b(?:number|only|for|just) one\b",
        r"\b(?:start|starts|starting|begin|begins)\b(?! (?:playing|looking|with|by)\b)",
        r"\beach\b",
        r"\bfirst (?:price|made)\b",
        r"\bprice (?:matches?|fits?)\b",
        r"\bfor (?:years|months)\b",
        r"\byears of\b",
        r"\bwith the box\b",
        r"\b(?:i've|i have|we've|we have|i|we) (?:\w+ )?(?:reviewed|checked|examined|tested|tried|played|bought"
        r"|used|seen) (?:it|this)\b",
        r"(?<!old )\benough\b",
        r"\bsame\b",
        r"\b(?:whole|entire)\b(?! list"
        r"| catalogue)",
        r"\bdespite\b",
        r"\bfor (?:one|two|three)\b",
        r"\bno need\b",
        r"\b(?:your|right|any) ages?\b(?! (?:range|recommendation|group)\b)",
        r"\b(?:under|below)\b(?! (?:your|the|that|this) (?:budget|limit)| budget| the (?:name|brand))",
        r"\binside\b(?! your| the| are| you| ?[.,]|$)",
        r"\b(?:other|another|second|next|instead|both) (?:piece|player|star|rating|age|brand|material)s?\b",
        r"(?<!it's )(?<!is )\bboth\b(?! the\b| its\b)",
        r"\b(?:go|goes|going|gone|come|comes|coming|came|been|went) (?:up|down|out)\b",
        r"\bright\b(?! one| for)",
        r"(?<!\ba )\bset\b(?! at)",
        r"\b(?:no|any|some|all|few) (?:buyers|customers|ratings|pieces|players|parts)\b",
        r"\bsum\b",
        r"\bmoney\b",
        r"\bof (?:them|these|those|any)\b(?= (?:is|are|has))",
        r"\b(?:they|these|those|ones) (?:cost|have|come|contain|include|get|are (?:rated|priced|made|for|suitable))\b",
        r"\bwas\b(?= (?:priced|sold|selling|available|listed|at|for))",
        r"\b(?:buy|take|get) (?:it )?(?:now|today)\b",
        r"\b(?:now|today|yet|again) (?:under|below|within|priced)\b",
        r"\bfavourite\b(?<!my favourite)",
        r"\b(?:keep|keeps|last|stay|stays) (?:them|children|kids|people)\b",
        r"\bplay (?:by|on|in) (?:it|them|the)\b",
    )
)
# Who is said to have an opinion has it of the stars alone, and only where a rating or a count says so.
PEOPLE = re.compile(
    r"\b(?:buyers|customers|shoppers|reviewers|people|reviews|feedback|those who (?:bought|own|rated) it)\b"
)
# Over a sentence with "<price>" and so on in place of its claims.
SHAPES = _any(
    (
        r"(?:\b(?:buyers|customers|shoppers|reviewers|people|children|kids|players|who)\b|<count>)"
        r"(?: (?:would|also|really|do|have|all|can))*"
        r" (?:recommend|prefer|cho|pick|want|like|suggest|favour|need|select|ask|consider|find|found|keep|use|buy"
        r"|look|match)",
        r"(?:<rating>|\brated) by (?:the |its )?(?:maker|manufacturer|producer|shop|catalogue|brand|firm|company"
        r"|<brand>)",
        r"<title>(?: ,)? (?:and|or|as well as|& )(?: also)?(?: the)? <title>.*<(?!title)",
        r"\b(?:so|as|neither|nor) (?:does|do|did|is|are|was|has|have|will|would|can)\b",
        r"\b(?:same|(?<!something )like) (?:as )?<title>",
        r"<\w+> (?:,? ?(?:and|or) )?(?:so|as) (?:is|does) ",
        r"<brand> (?!makes|made|is|produces|produced|manufactures|sells)\w+ it ?[.,]?$",
        r"\b(?:above|below|beneath|beyond|against|versus|ahead of|over|under|before|past|near) (?:the )?<title>",
    )
)
# What a maker or a catalogue recommends is an age, and nothing where none is claimed.
SOURCE_RECOMMENDS = re.compile(
    r"\b(?:maker|manufacturer|producer|brand|shop|catalogue|catalog|listing|they)\b(?: (?:also|itself|would))* "
    r"(?:recommend|suggest|pick|cho|prefer|favour|select|rate|score)"
)
FITS = _any(
    (
        r"(?<!best )(?<!closest )(?<!close )(?<!a )\b(?:fits?|suits?|match(?:es)?|matching|fitting|meets?|ticks?"
        r"|answers|satisf(?:y|ies)|aligns?|corresponds?|hits?)\b(?! your (?:budget|child))",
        r"\b(?:fine|right|good|suitable|appropriate|ideal|perfect|works?(?: well)?) for you\b",
        r"(?<!to )(?<!near )(?<!based on )(?<!given )(?<!for )(?<!from )\bwhat you\b(?! (?:get|pay"
        r"|see)\b)(?! (?:wanted|want|planned|hoped|meant) to (?:spend|pay))",
        r"\b(?:keeps?|meets?|fits?|all) your (?:wish(?:es)?|needs|requirements|request)\b",
    )
)
# Only the Top Pick is the pick, however it is put.
PICKS = _any(
    (
        r"\bi(?:'d| would|'ll|'ve)(?: rather)? (?:start|begin|take|get|buy|go|point|opt|settle|lean|vote|steer"
        r"|single|say|put)\b",
        r"\b(?:top|picks?|picked|recommend(?:ation)?s?|chosen?|chose|(?<!could )(?<!can )(?<!might )(?<!may )choose"
        r"|go(?:ing)? (?:for|with)|gone (?:for"
        r"|with)|closest)\b",
        r"(?<!next )\b(?:best|first|leads?|favourite|nearest|wins?|winner|most suitable|st[ao]nds? out|stood out)\b",
        r"\b(?<!next )(?<!second )(?<!other )(?<!another )(?<!third )(?<!alternative )(?<!want a )choice\b",
    )
)
# "The age" is one only where it is claimed.
THE_AGE = re.compile(r"\b(?:the|its|a) ages?\b(?! (?:is|on|recommendation|given|of the child|range|guidance)\b)")
IS_THE_PICK = re.compile(
    r"(?:\bis|'s|\bas|\bbe|\bremains) (?:my|the) (?:top |first )?(?:pick|choice|recommendation)\b"
    r"|\bi(?:'d)? recommend (?:it|this)\b"
)
IN_BUDGET = re.compile(r"\b(?:budget|limit|spend)\b")
KEEPS_A_BUDGET = re.compile(
    r"\b(?:within|under|inside|below|in|meets?|keeps?|fits?|suits?|stays?)\b[^,.?]*\b(?:budget|limit)\b(?! in mind)"
)
# What may be said without a claim because it is held against what was asked and chosen.
MEASURED = _any(
    (
        KEEPS_A_BUDGET.pattern,
        r"\bmy (?:top |first )?(?:pick|choice|recommendation)\b",
        r"\bwhat you (?:asked|wanted)\b",
        r"\byour wish(?:es)?\b",
    )
)
# In a sentence without a claim, what would state something of a toy: "it is …", "this one has …".
SPEAKS_OF_A_TOY = _any(
    (
        r"\b(?:i've|i have|we've|we have|i|we) (?:\w+ )?(?:reviewed|checked|examined|tested|tried|played|bought"
        r"|used|seen) (?:it|this)\b",
        r"\b(?:it|this|that|these|those|they|one|ones|toy|toys|which|everything|all)(?:'s|'re| is| are| was| were"
        r"| has| have"
        r"| had| comes?| came| will| would| can| could| may| might| should| must| does| makes?| made| costs?| fits?"
        r"| suits?| works?"
        r"| gets?| got| holds?| includes?| contains?| matches| meets| sells?| needs?| stays?| keeps?| scores?"
        r"| looks?)\b",
        r"\b(?:rated|ratings?|stars?|scores?|pieces?|players?|material|brand|maker|manufacturer|buyers|customers"
        r"|shoppers"
        r"|reviewers|people|reviews|cost|costs|priced|sells|sold)\b",
        r"\b(?:is|are|was|has) (?:the |a |an )?(?:cheaper|best|less|good|fine|great|different|premium|balanced|free"
        r"|ready|fit)\b",
        r"\b(?:you(?:'ll|'d)?|child|children|kids|person|people)(?: (?:will|would|can|may|might|all"
        r"|really))* (?:love|enjoy|use|keep|play)\b",
        r"\bfree\b(?<!feel free)",
        r"\b(?:buy|order) (?:it |this )?(?:now|today)\b",
    )
)
# What such a sentence may say all the same: it speaks of the talk.
OF_THE_TALK = _any(
    (
        r"\bit's (?:entirely |all )?up to you\b",
        r"\bhope (?:that|this|it) helps\b",
        r"\bthat's (?:the one i(?:'d| would)|my|what i|why i|how i)\b",
        r"\bdoes (?:that|this|it) (?:sound|help|look)\b",
        r"\bis (?:that|this) (?:what|the)\b",
        r"\b(?:this is|these are|those are) (?:what|how|why|the ones|my other|some)\b",
        r"\bif (?:that|this|it)(?:'s| is| isn't| doesn't)\b",
        r"\bthe one(?:s)? (?:i|you)(?:'d|'ve)?\b",
        r"\bany of (?:these|those|them)\b",
        r"\bwould you like\b",
        r"\bwho it's for\b",
        r"\bthere are (?:a few )?(?:more|other) (?:choices|options)\b",
        r"\bwhich (?:of|one|would|do)\b",
        r"\bthat's (?:useful|helpful|of use|of help)\b",
        r"\bis there an? (?:brand|age|budget|price|kind|toy|material)\b",
        r"^(?:do|would|what|which|how|shall|should|can|any|who)\b[^?]*\b(?:brand|ages?|material|players|pieces|cost"
        r"|spend)\b",
    )
)
