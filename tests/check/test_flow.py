"""What is said of the ways through one paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from gbk.check import check
from gbk.check.flow import ways
from gbk.model.book import Detour, Fork, Go, Offer, Step, Stop
from gbk.model.source import Span

from .flows import book, fork, found, go, here, link, offer, stop, visit

END = {"end": [stop()], "back": [go("return")]}


def dead(*flow: Step) -> bool:
    return "a" in found("dead-end", {"a": list(flow), **END})


def lost(*flow: Step) -> list[Span]:
    """The places of lost choices."""
    made = book({"a": list(flow), **END})
    return [Span(f.place.start, f.place.end) for f in check(made) if f.code == "lost-choice"]


class TestDeadEnd:
    def test_an_empty_paragraph(self) -> None:
        assert dead()

    def test_a_choice_a_turn_or_an_ending(self) -> None:
        assert not dead(offer("end"))
        assert not dead(go("end"))
        assert not dead(stop())

    def test_a_guarded_choice_is_a_choice(self) -> None:
        assert not dead(offer("end", guarded=True))

    def test_only_otherwise(self) -> None:
        assert not dead(offer("end", otherwise=True))

    def test_one_way_of_two(self) -> None:
        assert dead(fork([go("end")], []))
        assert not dead(fork([go("end")], []), stop())
        assert not dead(fork([go("end")], [offer("end")]))

    def test_a_choice_before_a_fork_is_open_behind_it(self) -> None:
        assert not dead(offer("end"), fork([go("end")], []))

    def test_a_block_comes_back_to_the_choices(self) -> None:
        assert not dead(offer(None), offer("end"))
        assert not dead(offer(None))

    def test_an_unknown_name_is_said_already(self) -> None:
        assert not dead(go(""))

    def test_after_a_visit_that_returns(self) -> None:
        assert dead(visit("back"))
        assert not dead(visit("end"))

    def test_after_a_bargain(self) -> None:
        assert dead(link("end"))

    def test_a_step_has_an_end_of_its_own(self) -> None:
        assert found("dead-end", {"a": [go("a/s")], "a/s": []}) == ["s"]
        assert found("dead-end", {"a": [], "a/s": [go("a")]}) == ["a"]

    def test_the_fork_that_parts_the_ways_is_the_place(self) -> None:
        inner = fork([go("end")], [])
        flow = (fork([inner], [stop()]), fork([], []))
        found_ways = ways(flow, lambda key: True)
        assert found_ways.dead and found_ways.split == inner.span

    def test_no_place_where_no_way_is_good(self) -> None:
        assert ways((fork([], []),), lambda key: True).split is None


class TestLostChoice:
    def test_behind_a_turn(self) -> None:
        choice = offer("end")
        assert lost(go("end"), choice) == [choice.span]

    def test_behind_a_fork_that_always_leaves(self) -> None:
        choice = offer("end")
        assert lost(fork([go("end")], [stop()]), choice) == [choice.span]
        assert lost(fork([go("end")], []), offer("end")) == []

    def test_before_a_turn(self) -> None:
        choice = offer("end")
        assert lost(choice, go("end")) == [choice.span]
        assert lost(offer("end"), fork([go("end")], [])) == []

    def test_in_a_way_that_leaves(self) -> None:
        choice = offer("end")
        assert lost(fork([choice, go("end")], []), offer("end")) == [choice.span]

    def test_several_lost_by_one_turn_are_one(self) -> None:
        choice = offer("end")
        assert lost(choice, offer("end"), fork([offer("end")], []), go("end")) == [choice.span]

    def test_inside_the_block_of_a_choice(self) -> None:
        choice = offer("end")
        assert lost(offer(None, choice, go("end"))) == [choice.span]
        assert lost(offer(None, offer("end"))) == []

    def test_behind_a_visit(self) -> None:
        choice = offer("end")
        assert lost(visit("back"), offer("end")) == []
        assert lost(link("end"), offer("end")) == []
        assert lost(visit("end"), choice) == [choice.span]

    def test_a_choice_that_stands_in_two_ways(self) -> None:
        choice = offer("end")
        assert lost(fork([go("end"), choice], [choice])) == []


# ------------------------------------------------- against all ways, one by one

Walk = tuple[frozenset[Span], bool]
"""Choices passed on a way, and whether it comes to the end of the flow."""


def walks(flow: tuple[Step, ...]) -> Iterator[Walk]:
    if not flow:
        yield frozenset(), True
        return
    step, rest = flow[0], flow[1:]
    match step:
        case Go() | Stop():
            yield frozenset(), False
        case Offer():
            for passed, ends in walks(rest):
                yield passed | {step.span}, ends
        case Fork():
            for way in step.ways or ((),):
                yield from walks((*way, *rest))
        case Detour():
            yield from walks(rest)


def offered(flow: tuple[Step, ...]) -> set[Span]:
    """Choices that some way offers, those in blocks included. A block is run from the open
    choices and comes back to them."""
    found: set[Span] = {span for passed, ends in walks(flow) if ends for span in passed}
    for choice in choices(flow):
        if choice.span in found:
            found |= offered(choice.flow)
    return found


def choices(flow: tuple[Step, ...]) -> Iterator[Offer]:
    """Choices of a flow, without those in blocks."""
    for step in flow:
        if isinstance(step, Offer):
            yield step
        elif isinstance(step, Fork):
            for way in step.ways:
                yield from choices(way)


def visible(flow: tuple[Step, ...]) -> set[Span]:
    """Choices whose loss is no consequence of the loss of the choice they stand in."""
    seen = offered(flow)
    found: set[Span] = set()
    for choice in choices(flow):
        found.add(choice.span)
        if choice.span in seen:
            found |= visible(choice.flow)
    return found


leaf = st.sampled_from(["go", "stop", "offer", "link"]).map(
    lambda kind: {
        "go": lambda: go("x"),
        "stop": stop,
        "offer": lambda: offer("x"),
        "link": lambda: link("x"),
    }[kind]()
)
flows = st.recursive(
    st.lists(leaf, max_size=3),
    lambda inner: st.lists(
        st.one_of(
            leaf,
            st.lists(inner, min_size=1, max_size=3).map(lambda many: fork(*many)),
            inner.map(lambda block: offer(None, *block)),
        ),
        max_size=4,
    ),
    max_leaves=12,
).map(tuple)


@given(flows)
def test_dead_ends_as_by_all_ways(flow: tuple[Step, ...]) -> None:
    assert ways(flow, lambda key: True).dead == any(
        ends and not passed for passed, ends in walks(flow)
    )


@given(flows)
def test_lost_choices_as_by_all_ways(flow: tuple[Step, ...]) -> None:
    never = visible(flow) - offered(flow)
    said = {lost.choice for lost in ways(flow, lambda key: True).lost}
    assert said <= never
    assert bool(said) == bool(never)


def test_every_step_has_its_own_place() -> None:
    assert here() != here()
