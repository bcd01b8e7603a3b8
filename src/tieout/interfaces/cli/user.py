"""`tieout user`: who may come in at the web door; for the operator, who is never locked out."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import JsonOption, LedgerOption, listed
from tieout.interfaces.cli.screen import draw, print_json, say
from tieout.interfaces.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tieout.accounts import Accounts, User
    from tieout.assistant.limits import Budget

__all__ = ["DEFAULT_ADDRESS", "accounts_of", "user", "welcome_link"]

DEFAULT_ADDRESS = "http://127.0.0.1:8720"

user = typer.Typer(help="Say who may come in at the web door, and as what.", no_args_is_help=True)

NameArgument = Annotated[str, typer.Argument(help="The user's name.", metavar="NAME")]
RoleOption = Annotated[str, typer.Option("--role", "-r", help="asker, editor or admin.")]
AddressOption = Annotated[
    str, typer.Option("--address", help="Where the desk is reached, for the link that is printed.")
]


@contextmanager
def accounts_of(settings: Settings, place: str | None) -> Iterator[Accounts]:
    """Open the accounts of a ledger, which is made where there is none."""
    from tieout.accounts import Accounts
    from tieout.accounts.password import Passwords

    with settings.open_ledger(place) as book:
        yield Accounts(
            storage=book.storage,
            passwords=Passwords(),
            now=settings.now,
            new_secret=settings.new_secret,
        )


def welcome_link(address: str, secret: str) -> str:
    """Return the address of a one-time link.

    Examples:
        >>> welcome_link("https://desk.example/", "x")
        'https://desk.example/welcome?link=x'
    """
    return f"{address.rstrip('/')}/welcome?link={quote(secret)}"


@user.command()
def add(
    name: NameArgument,
    role: RoleOption = "asker",
    address: AddressOption = DEFAULT_ADDRESS,
    ledger: LedgerOption = None,
) -> None:
    """Add a user, and print the one-time link by which the user chooses a password.

    For example:

        tieout user add ada --role admin
        tieout user add "Grace Hopper" --role editor --address https://desk.example
    """
    from tieout.accounts import read_role

    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        added = accounts.add(name, read_role(role), by=_operator(settings))
        say(f"{added.name} is {added.role}.")
        _print_link(accounts, added.name, address, settings)


@user.command("list")
def list_(as_json: JsonOption = False, ledger: LedgerOption = None) -> None:
    """List the users.

    For example:

        tieout user list
    """
    from tieout.accounts.user import Users

    found = listed(Settings.from_environment(), ledger, lambda book: Users(book.storage).listed())
    if as_json:
        print_json(
            [
                {
                    "name": one.name,
                    "role": str(one.role),
                    "state": _state(one),
                    "made_at": one.made_at.isoformat(),
                }
                for one in found
            ]
        )
    elif found:
        _show(found)
    else:
        say("There are no users; at the web door whoever is on its machine may do everything.")


@user.command("role")
def role_(
    name: NameArgument,
    role: Annotated[str, typer.Argument(help="asker, editor or admin.", metavar="ROLE")],
    ledger: LedgerOption = None,
) -> None:
    """Give a user another role, from the next request on.

    For example:

        tieout user role ada editor
    """
    from tieout.accounts import read_role

    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        changed = accounts.set_role(name, read_role(role), by=_operator(settings))
    say(f"{changed.name} is {changed.role}.")


@user.command()
def disable(name: NameArgument, ledger: LedgerOption = None) -> None:
    """Let a user come in no more: sessions and tokens end at once.

    For example:

        tieout user disable ada
    """
    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        changed = accounts.disable(name, by=_operator(settings))
    say(f"{changed.name} may not come in any more.")


@user.command()
def enable(name: NameArgument, ledger: LedgerOption = None) -> None:
    """Let a disabled user log in again.

    For example:

        tieout user enable ada
    """
    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        changed = accounts.enable(name, by=_operator(settings))
    say(f"{changed.name} may log in again.")


@user.command()
def link(name: NameArgument, address: AddressOption = DEFAULT_ADDRESS, ledger: LedgerOption = None) -> None:
    """Print a one-time link by which a user chooses a password anew.

    For example:

        tieout user link ada --address https://desk.example
    """
    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        _print_link(accounts, name, address, settings)


@user.command()
def budget(
    name: NameArgument,
    questions: Annotated[int | None, typer.Option("--questions", help="Questions a day.", min=0)] = None,
    tokens: Annotated[int | None, typer.Option("--tokens", help="Tokens a day.", min=0)] = None,
    dollars: Annotated[str | None, typer.Option("--dollars", help="US dollars a day.")] = None,
    ledger: LedgerOption = None,
) -> None:
    """Let a user use another budget in a day than the default; what is left out has no bound.

    For example:

        tieout user budget ada --questions 200 --dollars 5
    """
    from tieout.assistant.limits import Budget
    from tieout.interfaces.surroundings import read_number

    settings = Settings.from_environment()
    with accounts_of(settings, ledger) as accounts:
        found = accounts.users.get(name)
        most = None if dollars is None else read_number("--dollars", dollars)
        if most is not None and most < 0:
            raise UsageError("--dollars must be 0 or more.")
        fixed = Budget(questions=questions, tokens=tokens, dollars=most)
        with settings.open_ledger(ledger) as book:
            book.budgets.set(found.name, fixed, by=_operator(settings), at=settings.now())
    say(f"{found.name} has a budget of {_told(fixed)} a day.")


def _told(budget: Budget) -> str:
    named = (("questions", budget.questions), ("tokens", budget.tokens), ("dollars", budget.dollars))
    return ", ".join(f"{most:,} {word}" for word, most in named if most is not None) or "any size"


def _print_link(accounts: Accounts, name: str, address: str, settings: Settings) -> None:
    secret, until = accounts.link(name, by=_operator(settings))
    say(f"The link works once, until {until:%Y-%m-%d %H:%M} UTC:")
    typer.echo(welcome_link(address, secret))


def _operator(settings: Settings) -> str:
    return f"{settings.user or 'somebody'} at the command line"


def _state(one: User) -> str:
    if one.disabled:
        return "disabled"
    return "invited" if one.is_invited else "in"


def _show(found: tuple[User, ...]) -> None:
    from rich.text import Text

    from tieout.interfaces.cli.marking import visible
    from tieout.interfaces.cli.table import plain_table

    table = plain_table("name", "role", "state", "since")
    for one in found:
        cells = (visible(one.name), str(one.role), _state(one), f"{one.made_at:%Y-%m-%d}")
        table.add_row(*map(Text, cells))
    draw(table)
