"""What is said of the ways between paragraphs."""

from __future__ import annotations

from gbk.check import check

from .flows import book, fork, found, go, link, offer, stop, visit


class TestUnreachable:
    def test_a_paragraph_that_nothing_leads_to(self) -> None:
        assert found("unreachable", {"a": [stop()], "b": [stop()]}) == ["b"]

    def test_every_kind_of_way_leads_somewhere(self) -> None:
        assert not found(
            "unreachable",
            {
                "a": [offer("b"), offer(None, go("c")), fork([go("d")], []), visit("e")],
                **{key: [stop()] for key in "bcde"},
            },
        )

    def test_a_link_from_everywhere_leads_somewhere(self) -> None:
        assert not found("unreachable", {"a": [stop()], "b": [stop()]}, [link("b")])

    def test_of_a_loose_part_its_beginning_is_named(self) -> None:
        assert found(
            "unreachable",
            {
                "a": [stop()],
                "c": [stop()],
                "b": [offer("c"), offer("a")],
            },
        ) == ["b"]

    def test_of_a_loose_ring_its_first_paragraph_is_named(self) -> None:
        assert found(
            "unreachable",
            {
                "a": [stop()],
                "b": [go("c")],
                "c": [offer("b"), offer("d")],
                "d": [go("a")],
            },
        ) == ["b"]

    def test_two_loose_parts_are_two(self) -> None:
        assert found("unreachable", {"a": [stop()], "b": [go("a")], "c": [go("a")]}) == ["b", "c"]

    def test_a_turn_behind_a_turn_leads_nowhere(self) -> None:
        ends = {"b": [stop()], "c": [stop()]}
        assert found("unreachable", {"a": [go("b"), go("c")], **ends}) == ["c"]

    def test_what_a_lost_choice_leads_to_is_not_said_twice(self) -> None:
        paragraphs = {"a": [go("b"), offer("c")], "b": [stop()], "c": [stop()]}
        assert not found("unreachable", paragraphs)
        assert found("lost-choice", paragraphs) == ["a"]

    def test_a_step_is_reached_by_its_paragraph(self) -> None:
        steps = {"a/s": [stop()], "a/t": [stop()]}
        assert found("unreachable", {"a": [go("a/s")], **steps}) == ["t"]

    def test_a_step_that_a_dead_end_stops_short_of(self) -> None:
        paragraphs = {"a": [], "a/s": [stop()]}
        assert not found("unreachable", paragraphs)
        assert found("dead-end", paragraphs) == ["a"]

    def test_nothing_is_known_without_a_start(self) -> None:
        made = book({"a": [stop()], "b": [stop()]})
        del made.sections["a"]
        assert not [f for f in check(made) if f.code == "unreachable"]


class TestNoEnding:
    def test_a_ring_without_a_way_out(self) -> None:
        assert found(
            "no-ending",
            {
                "a": [offer("b"), offer("end")],
                "b": [offer("c"), offer("b")],
                "c": [offer("b")],
                "end": [stop()],
            },
        ) == ["b", "c"]

    def test_an_ending_in_any_way(self) -> None:
        assert not found(
            "no-ending",
            {
                "a": [offer("b"), offer(None, stop("death"))],
                "b": [fork([stop()], []), offer("a")],
            },
        )

    def test_only_where_the_reader_can_come(self) -> None:
        assert not found("no-ending", {"a": [stop()], "b": [offer("b")]})

    def test_a_dead_end_ahead_is_the_cause(self) -> None:
        paragraphs = {"a": [offer("b")], "b": []}
        assert not found("no-ending", paragraphs)
        assert found("dead-end", paragraphs) == ["b"]

    def test_an_unknown_name_ahead_is_the_cause(self) -> None:
        assert not found("no-ending", {"a": [offer("b")], "b": [offer(""), offer("a")]})

    def test_an_endless_ring_ahead_is_the_cause(self) -> None:
        paragraphs = {"a": [offer("b")], "b": [go("c")], "c": [go("b")]}
        assert not found("no-ending", paragraphs, plain="b c")
        assert found("endless", paragraphs, plain="b c") == ["b"]

    def test_a_link_from_everywhere_to_an_ending(self) -> None:
        assert not found("no-ending", {"a": [offer("a")], "b": [stop()]}, [link("b")])

    def test_a_visited_paragraph_shares_the_hope_of_its_visitor(self) -> None:
        assert not found("no-ending", {"a": [visit("v"), stop()], "v": [go("return")]})

    def test_a_visitor_has_no_hope_from_another(self) -> None:
        assert found(
            "no-ending",
            {
                "a": [visit("v"), offer("b"), offer("c")],
                "b": [visit("v"), go("b")],
                "c": [visit("v"), stop()],
                "v": [offer("w")],
                "w": [go("return")],
            },
        ) == ["b"]

    def test_the_way_back_leads_to_those_before(self) -> None:
        assert not found("no-ending", {"a": [offer("map"), stop()], "map": [go("back")]})

    def test_the_way_back_hands_no_hope_on(self) -> None:
        assert found(
            "no-ending",
            {
                "a": [offer("map"), offer("b"), offer("end")],
                "end": [stop()],
                "b": [offer("map"), offer("b")],
                "map": [offer("back")],
            },
        ) == ["b"]

    def test_the_way_back_where_nobody_has_hope(self) -> None:
        paragraphs = {"a": [offer("map")], "map": [offer("back")]}
        assert found("no-ending", paragraphs) == ["a", "map"]

    def test_the_way_back_out_of_a_step(self) -> None:
        assert not found(
            "no-ending",
            {
                "a": [offer("b"), offer("end")],
                "b": [go("b/s")],
                "b/s": [offer("b"), offer("back")],
                "end": [stop()],
            },
        )

    def test_a_step_is_said_with_its_paragraph(self) -> None:
        paragraphs = {"a": [offer("a/s")], "a/s": [offer("a/s")]}
        assert found("no-ending", paragraphs) == ["a"]
        assert found("no-ending", {**paragraphs, "a": [offer("a/s"), stop()]}) == ["s"]


class TestEndless:
    def test_a_ring_of_turns(self) -> None:
        assert found(
            "endless",
            {
                "z": [offer("b"), stop()],
                "a": [go("b")],
                "b": [go("a")],
            },
            plain="a b",
        ) == ["a"]

    def test_a_paragraph_that_turns_to_itself(self) -> None:
        assert found("endless", {"a": [go("a")]}, plain="a") == ["a"]

    def test_a_ring_in_which_something_happens(self) -> None:
        assert not found("endless", {"a": [go("b")], "b": [go("a")]}, plain="a")

    def test_a_ring_with_a_choice(self) -> None:
        assert not found("endless", {"a": [go("b")], "b": [offer("a")]}, plain="a b")

    def test_a_chain_is_no_ring(self) -> None:
        assert not found("endless", {"a": [go("b")], "b": [go("c")], "c": [stop()]}, plain="a b")

    def test_a_thing_whose_use_leads_out(self) -> None:
        paragraphs = {"a": [go("a")], "b": [stop()]}
        assert not found("endless", paragraphs, [link("b")], plain="a")


class TestReturn:
    def test_nowhere_to_return_to(self) -> None:
        assert found("dead-end", {"a": [go("return")]}) == ["a"]
        assert found("dead-end", {"a": [offer(None, go("return"))]}) == ["a"]

    def test_a_turn_from_a_paragraph_that_is_visited(self) -> None:
        paragraphs = {"a": [visit("b"), stop()], "b": [offer("c")], "c": [go("return")]}
        assert not found("dead-end", paragraphs)
        assert found("dead-end", {**paragraphs, "d": [go("return")]}) == ["d"]

    def test_a_way_back_from_a_visit_may_lead_anywhere(self) -> None:
        paragraphs = {"a": [visit("b"), stop()], "b": [go("back")], "d": [go("return")]}
        assert not found("dead-end", paragraphs)

    def test_a_rule_may_visit(self) -> None:
        assert not found("dead-end", {"a": [stop()], "b": [go("return")]}, [visit("b")])
