"""Every value that flows through a turn, one module a stage.

Frozen dataclasses inside the program; Pydantic only where data crosses a border (the response document). Money is
`Decimal` with an ISO 4217 currency, ages are in months, times are UTC. Unknown text is the empty string and unknown
quantities are `None`; neither is ever a guess.
"""

from assistant.schema.answers import (
    Answer,
    AnswerMeta,
    AnswerReport,
    AnswerStatus,
    Brief,
    Citation,
    HelperInvocation,
    HelperResult,
    Pick,
    Receipt,
    Sentence,
    SolverRun,
    Standing,
)
from assistant.schema.commands import AskAbout, Command, Drop, Refine, Slot
from assistant.schema.content_plan import (
    AskedSlot,
    AskFor,
    Best,
    Caution,
    Compare,
    ContentPlan,
    Describe,
    Explain,
    Move,
    Quote,
    Recommend,
    Reply,
    RunnerUp,
    Tone,
    Total,
)
from assistant.schema.conversations import Feedback, Kept, Outcome, Reference, Session, SessionTurn, Shown
from assistant.schema.facts import Difference, Fact, FactKind, FactValue, Rating, Reading, Verdict, Wish
from assistant.schema.found import (
    Candidate,
    Contradiction,
    Coverage,
    Evidence,
    EvidencePack,
    Fault,
    Hit,
    NearestMiss,
    Provenance,
    Query,
    RetrievalReport,
    RoundReport,
    Section,
    Stated,
)
from assistant.schema.message_reading import (
    ACTS,
    MAX_ACTS,
    NAMING,
    SIGNS,
    SLOTS,
    DialogueAct,
    MessageReading,
    Screen,
    Sign,
    SlotName,
    SlotValue,
    Span,
    StateSlot,
)
from assistant.schema.plans import (
    AcceptanceCriteria,
    AnswerRequirements,
    Filters,
    Limits,
    Mode,
    Plan,
    RetrievalMode,
    Safety,
    Tool,
)
from assistant.schema.products import AgeRange, Chunk, PlayerRange, Price, Product, Review, Vocabulary
from assistant.schema.responses import (
    DocumentUnit,
    KbSource,
    KbUnit,
    PriceCheck,
    Response,
    ResponseDocument,
    ResponseGroup,
    ResponseStatus,
    SessionSource,
)
from assistant.schema.routes import (
    Act,
    Budget,
    Constraints,
    Intent,
    IntentType,
    Question,
    Refinement,
    Route,
    Superlative,
)
from assistant.schema.turns import ContextUnit, FormConstraints, Guardrails, Message, Sensitivity, Turn
