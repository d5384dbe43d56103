"""Standing: what of a draft evidence carries, sentence by sentence as it is written, and what takes its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from assistant.answering.symbolic_solver import SymbolicSolver, notes
from assistant.answering.vetting.claims import read, verified
from assistant.answering.vetting.own_words import Setting, is_own
from assistant.answering.vetting.rewording import Rewording
from assistant.answering.wording import SPOKEN_WORDS, UNSAYABLE, price_fact, spoken_word_count, title_fact
from assistant.language.currencies import amount_of
from assistant.language.text import fold
from assistant.matching.checks import checks, for_age
from assistant.schema import AgeRange, Brief, Draft, Sentence

# Sentences at most, notes aside, by the length that was asked for.
MOST_SENTENCES = {"short": 6, "medium": 9, "long": 14}
MAX_REASONS = 6


def setting_of(brief: Brief, *, relaxed: bool) -> Setting:
    """What sentences about these picks may say of wishes and budgets."""
    asked = brief.plan.intent.constraints
    low, high = (asked.budget.min, asked.budget.max) if asked.budget else (None, None)
    currency = (asked.budget.currency if asked.budget else "") or next(
        (p.price.currency for p in brief.picks if p.price), ""
    )
    keeps = frozenset(
        pick.product.id
        for pick in brief.picks
        if pick.price and high is not None and (low or 0) <= pick.price.amount <= high
    )
    fits = frozenset(
        pick.product.id
        for pick in brief.picks
        if not relaxed
        and (high is None or pick.product.id in keeps)
        and all(check.met for check in checks(asked, pick.product))
    )
    return Setting(
        brief.picks[0].product.id,
        frozenset(note.text for note in notes(brief)),
        fits,
        keeps,
        for_age=frozenset(pick.product.id for pick in brief.picks if asked.age and for_age(pick.product, asked.age)),
        budget=amount_of(high, currency) if high is not None else "",
        left={
            pick.product.id: amount_of(high - pick.price.amount, currency)
            for pick in brief.picks
            if pick.price and high is not None and pick.product.id in keeps
        },
        child_years=_years(asked.age),
        asked=fold(brief.plan.intent.text),
    )


def _years(age: AgeRange | None) -> int | None:
    """The child's age in whole years, where one was said."""
    if age is None or age.min_months != age.max_months or not age.min_months or age.min_months % 12:
        return None
    return age.min_months // 12


class Desk:
    """Takes a solver's sentences one after the other and keeps what stands, the program's own after the first.

    A sentence that does not stand is said again as far as its facts do. Where the first one, the recommendation, does
    not, another leads the next that is kept; where there is none, nothing is kept. `pass_on` hears of each one kept.
    """

    def __init__(self, brief: Brief, setting: Setting, pass_on: Callable[[Sentence], None] | None = None) -> None:
        self.kept: list[Sentence] = []
        self.offered = 0
        self._brief, self._setting, self._pass_on = brief, setting, pass_on
        self._evidence = {item.evidence_id: item for item in brief.evidence}
        self._recommendation: Sentence | None = None
        self._subject = setting.top_id
        self._most = MOST_SENTENCES[brief.plan.answer_requirements.length]

    @cached_property
    def _rewording(self) -> Rewording:
        return Rewording(self._brief, self._evidence, self._setting)

    def take(self, sentence: Sentence) -> None:
        """Keeps the sentence if it stands where it is, else what stands of it."""
        self.offered += 1
        if self.offered > self._most:
            return
        sentence = self._less_own_words(sentence)
        wrong, subject = read(sentence, self._evidence, self._setting, self._subject)
        if self.offered == 1:
            if not wrong and _is_about(sentence, self._setting.top_id):
                self._lead(sentence)
            else:
                self._recommendation = self._rewording.lead(sentence)
        elif not wrong:
            self._add((sentence,), subject)
        elif again := self._rewording.again(sentence, self._subject, self.kept or [self._own_recommendation()]):
            self._add(again, again[-1].claims[0].doc_id)

    def _less_own_words(self, sentence: Sentence) -> Sentence:
        """The sentence without claims that are only the shopper's words: they are read where they stand."""
        claims = tuple(
            claim for claim in sentence.claims
            if claim.kind == "title" or not is_own(claim.value, self._setting, claim.doc_id)
        )  # fmt: skip
        return sentence if len(claims) == len(sentence.claims) else Sentence(sentence.text, claims)

    @cached_property
    def _own(self) -> Draft:
        return SymbolicSolver().solve(self._brief)

    def _own_recommendation(self) -> Sentence:
        if self._recommendation is None:
            stands = verified(self._own.shown[:1], self._evidence, replace(self._setting, notes=None))
            self._recommendation = stands[0] if stands else _bare(self._brief)
        return self._recommendation

    def _lead(self, recommendation: Sentence) -> None:
        self._keep(recommendation)
        for note in verified(notes(self._brief), self._evidence, self._setting):
            self._keep(note)

    def _add(self, sentences: Sequence[Sentence], subject: str) -> None:
        if not self.kept:
            if not sentences[0].claims:
                return  # a word of the talk alone is not worth a recommendation before it
            self._lead(self._own_recommendation())
        for sentence in sentences:
            if sentence.text not in {said.text for said in self.kept}:
                self._keep(sentence)
        self._subject = subject

    def _keep(self, sentence: Sentence) -> None:
        self.kept.append(sentence)
        if self._pass_on:
            self._pass_on(sentence)

    def finished(self, draft: Draft) -> tuple[Draft | None, int]:
        """The draft less what did not stand, or nothing; and how many sentences of the solver's went."""
        for sentence in draft.shown[self.offered :]:
            self.take(sentence)
        spoken = _sayable(verified(draft.spoken, self._evidence, self._setting), self._setting.top_id)
        said = {sentence.text for sentence in draft.shown}
        stayed = sum(sentence.text in said for sentence in self.kept)
        removed = max(self.offered - stayed, 0) + (bool(draft.spoken) and not spoken)
        if not self.kept:
            return None, removed
        spoken = spoken or _said(self._own, self._brief, self._setting) or (_bare(self._brief),)
        return Draft(tuple(self.kept), spoken, _reasons(draft, self._brief, self._setting)), removed


def standing(draft: Draft, brief: Brief, setting: Setting) -> tuple[Draft | None, int]:
    """The draft less what evidence does not carry, with the notes it left out; and how many sentences went."""
    return Desk(brief, setting).finished(draft)


def _is_about(sentence: Sentence, top_id: str) -> bool:
    """Whether the sentence names the Top Pick and nothing else."""
    return any(claim.kind == "title" for claim in sentence.claims) and {c.doc_id for c in sentence.claims} == {top_id}


def _sayable(spoken: Sequence[Sentence], top_id: str) -> tuple[Sentence, ...]:
    """What may be said: of the Top Pick alone, by name, without markup or addresses, and short; else nothing."""
    kept = [s for s in spoken if all(claim.doc_id == top_id for claim in s.claims) and not UNSAYABLE.search(s.text)]
    if not any(claim.kind == "title" for sentence in kept for claim in sentence.claims):
        return ()
    return tuple(kept) if spoken_word_count(" ".join(s.text for s in kept)) <= SPOKEN_WORDS else ()


def _reasons(draft: Draft, brief: Brief, setting: Setting) -> dict[str, tuple[Sentence, ...]]:
    """The reasons on each card that stand, each about its own product; the rules' own where none does."""
    by_id = {item.evidence_id: item for item in brief.evidence}
    found, own = {}, None
    for pick in brief.picks:
        doc_id = pick.product.id
        about = [
            s for s in tuple(draft.reasons.get(doc_id, ()))[:MAX_REASONS] if {c.doc_id for c in s.claims} == {doc_id}
        ]
        kept = verified(about, by_id, replace(setting, top_id=doc_id))
        if not kept:
            own = own or SymbolicSolver().solve(brief).reasons
            kept = verified(own.get(doc_id, ()), by_id, replace(setting, top_id=doc_id, notes=None))
        found[doc_id] = kept
    return found


def symbolic(brief: Brief, setting: Setting) -> Draft:
    """The symbolic solver's draft; where even its recommendation is not carried, the pick's name and price alone."""
    by_id = {item.evidence_id: item for item in brief.evidence}
    own = replace(setting, notes=None)
    draft = SymbolicSolver().solve(brief)
    shown = verified(draft.shown, by_id, own)
    stands = bool(draft.shown) and draft.shown[0] in shown
    spoken = _said(draft, brief, setting) if stands else ()
    reasons = {doc_id: verified(lines, by_id, replace(own, top_id=doc_id)) for doc_id, lines in draft.reasons.items()}
    bare = _bare(brief)
    return Draft(shown if stands else (bare, *verified(notes(brief), by_id, own)), spoken or (bare,), reasons)


def _said(draft: Draft, brief: Brief, setting: Setting) -> tuple[Sentence, ...]:
    """What the symbolic solver's draft says aloud, as far as that stands."""
    by_id = {item.evidence_id: item for item in brief.evidence}
    return _sayable(verified(draft.spoken, by_id, replace(setting, notes=None)), setting.top_id)


def _bare(brief: Brief) -> Sentence:
    """The pick's name and price."""
    top = brief.picks[0]
    facts = [fact for fact in (title_fact(top.product, max_words=4), price_fact(top)) if fact]
    return Sentence(", ".join(fact.text for fact in facts) + ".", tuple(c for fact in facts for c in fact.claims))
