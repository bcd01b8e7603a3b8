"""The pages, one file each; every one works without scripts, and live with them."""

from __future__ import annotations

from fastapi import APIRouter

from tieout.interfaces.web.pages.account import account_pages
from tieout.interfaces.web.pages.approvals import approvals_pages
from tieout.interfaces.web.pages.ask import ask_pages
from tieout.interfaces.web.pages.audit import audit_pages
from tieout.interfaces.web.pages.data import data_pages
from tieout.interfaces.web.pages.files import file_pages
from tieout.interfaces.web.pages.login import login_pages
from tieout.interfaces.web.pages.review import review_pages
from tieout.interfaces.web.pages.run import run_pages
from tieout.interfaces.web.pages.runs import runs_pages
from tieout.interfaces.web.pages.signon import signon_pages
from tieout.interfaces.web.pages.users import users_pages

__all__ = ["pages"]

pages = APIRouter()
for part in (
    ask_pages,
    runs_pages,
    run_pages,
    file_pages,
    review_pages,
    approvals_pages,
    audit_pages,
    data_pages,
    login_pages,
    signon_pages,
    account_pages,
    users_pages,
):
    pages.include_router(part)
