"""A bike shop's desk: a model proposes an order, exact sums are checked, and a person says yes or no."""

from __future__ import annotations

import csv
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import tieout
from tieout.testing import ScriptedModel, answer, calls

QUESTION = "Two inner tubes, 26 inch, and disc brake pads, please. When can I have them?"
TODAY = date(2026, 7, 3)  # a Friday
MOST_DAYS = 60


@dataclass(frozen=True)
class Part:
    """One part: its code, name, price in the shop's currency, and how many are there."""

    code: str
    name: str
    price: Decimal
    stock: int


def load_parts() -> dict[str, Part]:
    """Read the catalogue; prices are decimals from their text."""
    with (Path(__file__).parent / "parts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        row["code"]: Part(row["code"], row["name"], Decimal(row["price"]), int(row["stock"])) for row in rows
    }


@dataclass
class Shop:
    """The shop's own side: its catalogue, and the orders that were really placed."""

    parts: Mapping[str, Part] = field(default_factory=load_parts)
    orders: list[dict[str, Any]] = field(default_factory=list)

    def lookup_part(self, words: str) -> tieout.Finding:
        """Find parts whose name holds every word."""
        wanted = words.casefold().split()
        found = [part for part in self.parts.values() if all(word in part.name for word in wanted)]
        if not found:
            names = ", ".join(part.name for part in self.parts.values())
            raise tieout.QueryError(tieout.QueryCode.NOT_FOUND, f"No part is called so. There are: {names}.")
        rows = [
            {"code": part.code, "name": part.name, "price": str(part.price), "stock": part.stock}
            for part in found
        ]
        return tieout.Finding(heading={}, records=tuple(tieout.Plain(fields=row) for row in rows))

    def add_working_days(
        self, day: Annotated[str, "a date such as 2026-07-03"], working_days: int
    ) -> tieout.Finding:
        """Count on from a day, Saturdays and Sundays left out."""
        reached = date.fromisoformat(day)
        for _ in range(working_days):
            reached += timedelta(days=1)
            while reached.weekday() > 4:
                reached += timedelta(days=1)
        return tieout.Finding(heading={"date": reached.isoformat()})

    def place_order(self, part_codes: list[str], total: str, ready_on: str) -> tieout.Finding:
        """Place an order: runs only after a person said yes to exactly these arguments."""
        order = {"part_codes": part_codes, "total": total, "ready_on": ready_on}
        self.orders.append(order)
        return tieout.Finding(heading={"order": len(self.orders), "total": total})

    def sum_of(self, part_codes: list[str]) -> Decimal:
        """Return the exact price of parts; a code named twice counts twice."""
        return sum((self.parts[code].price for code in part_codes), Decimal(0))

    # -- checks, made before anything runs and before anyone is asked ------------------------------------

    def known(self, arguments: Mapping[str, Any]) -> tieout.Refusal | None:
        """Refuse codes that are not in the catalogue, and more than there are."""
        for code, count in Counter(arguments["part_codes"]).items():
            if code not in self.parts:
                listed = ", ".join(self.parts)
                return _refused(f"There is no part {code[:20]!r}. There are: {listed}.")
            if count > self.parts[code].stock:
                return _refused(f"Only {self.parts[code].stock} of {code} are there.")
        return None

    def added_up(self, arguments: Mapping[str, Any]) -> tieout.Refusal | None:
        """Refuse a total that is not the exact sum of the prices."""
        exact = self.sum_of(arguments["part_codes"])
        if arguments["total"] != str(exact):
            return _refused(f"The total of these parts is not {arguments['total'][:20]!r}; compute it.")
        return None

    def toolset(self) -> tieout.Toolset:
        """Return the shop's tools, the calculator among them."""
        return tieout.Toolset(
            [
                tieout.Tool.of(self.lookup_part, "Parts by words of their name, with code and price."),
                *tieout.calculator_tools(),
                tieout.Tool.of(self.add_working_days, "A date some working days on.", [_is_day, _is_near]),
                tieout.Tool.of(
                    self.place_order,
                    "Place an order; a person approves it. Name a code once for each piece.",
                    [self.known, self.added_up],
                    side_effect=True,
                ),
            ]
        )


def _refused(message: str) -> tieout.Refusal:
    return tieout.Refusal(code=tieout.QueryCode.NOT_ALLOWED, message=message)


def _is_day(arguments: Mapping[str, Any]) -> tieout.Refusal | None:
    try:
        date.fromisoformat(arguments["day"])
    except ValueError:
        return _refused("day must be a date such as 2026-07-03.")
    return None


def _is_near(arguments: Mapping[str, Any]) -> tieout.Refusal | None:
    days = arguments["working_days"]
    return None if 0 <= days <= MOST_DAYS else _refused(f"working_days must lie between 0 and {MOST_DAYS}.")


class AtTheCounter:
    """Asks the person at the counter; only ``yes`` is yes, and the end of input is no answer."""

    def decide(self, request: tieout.ApprovalRequest) -> tieout.Decision:
        """Show the call whole, as it would run, and read one line."""
        print(f"Approve {request.tool}?")
        for name, value in request.arguments.items():
            print(f"  {name} = {value!r}")
        print("Type yes to place it; anything else is no: ", end="", flush=True)
        line = sys.stdin.readline() if sys.stdin else ""  # there is none where a program was started without
        if not line:
            return tieout.Decision(answer=tieout.Answer.NO_ANSWER)
        said_yes = line.strip().casefold() == "yes"
        return tieout.Decision(
            answer=tieout.Answer.APPROVED if said_yes else tieout.Answer.DENIED, who="counter"
        )


def script() -> ScriptedModel:
    """Return the model's part: two look-ups, a slip, its correction, the date, the order."""
    order = {"part_codes": ["TUBE-26", "TUBE-26", "PADS-DISC"], "total": "31.48", "ready_on": "2026-07-08"}
    return ScriptedModel(
        [
            calls(("lookup_part", {"words": "inner tube 26"}), ("lookup_part", {"words": "disc brake pads"})),
            calls(("calculate", {"expression": "2 x 6.49 + 18.50"})),
            calls(("calculate", {"expression": "2 * 6.49 + 18.50"})),
            calls(("add_working_days", {"day": TODAY.isoformat(), "working_days": 3})),
            calls(("place_order", order)),
            answer("Done."),
        ]
    )


def serve(
    shop: Shop, approver: tieout.Approver, *, clock: Callable[[], float] = time.monotonic
) -> tieout.Trace:
    """Let the model work for one customer and return what happened."""
    return tieout.run_loop(
        script(),
        shop.toolset(),
        QUESTION,
        tieout.Path(name="bike_shop", system="You serve a bike shop. Do no sums yourself.", two_phases=False),
        tieout.Limits(model_calls=8),
        clock=clock,
        approver=approver,
    )


def told(shop: Shop) -> str:
    """Return what the customer is told: written from what was done, with no word of the model."""
    if not shop.orders:
        return "No order was placed."
    order = shop.orders[-1]
    lines = [
        f"{count} x {shop.parts[code].name} at {shop.parts[code].price}"
        for code, count in Counter(order["part_codes"]).items()
    ]
    total = shop.sum_of(order["part_codes"])
    return "\n".join([*lines, f"Together {total}, ready on {order['ready_on']}."])


def main() -> None:
    """Serve one customer at the terminal."""
    shop = Shop()
    trace = serve(shop, AtTheCounter())
    print()
    for step in trace.steps:
        print(f"{step.tool}: {step.outcome}")
    print(f"\n{told(shop)}")


if __name__ == "__main__":
    main()
