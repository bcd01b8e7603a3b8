"""The ledger: runs, reviews, approvals and watches; appended and never changed."""

from tieout.ledger.approvals import Approval, Approvals
from tieout.ledger.approving import LedgerApprover
from tieout.ledger.budgets import Budgets, Spent
from tieout.ledger.chats import Chat, Chats, Due, Earlier, Stage, Turn
from tieout.ledger.export import Export, read_export, write_export
from tieout.ledger.ledger import Action, AlreadyDecided, Ledger, Review, Run, RunRemoved
from tieout.ledger.listing import Choices, ListedRun, Listing, Wanted
from tieout.ledger.questions import KeptStep, Lease, NewStep, Question, Questions
from tieout.ledger.removals import Removal
from tieout.ledger.storage import is_there
from tieout.ledger.tables import SCHEMA_VERSION
from tieout.ledger.waiting import Waiting, WaitingRun
from tieout.ledger.watches import KeptWatch, Watches

__all__ = [
    "SCHEMA_VERSION",
    "Action",
    "AlreadyDecided",
    "Approval",
    "Approvals",
    "Budgets",
    "Chat",
    "Chats",
    "Choices",
    "Due",
    "Earlier",
    "Export",
    "KeptStep",
    "KeptWatch",
    "Lease",
    "Ledger",
    "LedgerApprover",
    "ListedRun",
    "Listing",
    "NewStep",
    "Question",
    "Questions",
    "Removal",
    "Review",
    "Run",
    "RunRemoved",
    "Spent",
    "Stage",
    "Turn",
    "Waiting",
    "WaitingRun",
    "Wanted",
    "Watches",
    "is_there",
    "read_export",
    "write_export",
]
