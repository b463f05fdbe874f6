"""What stands on the page: prose, pictures, notes, words that go with numbers."""

from __future__ import annotations

from tests.language.tale import codes, mechanic, tell


@mechanic("text.image")
def test_a_picture_keeps_its_place_and_must_be_there() -> None:
    book = """
        == 1 ==
        Before.
        ![the wharf](wharf.png)
        After.
        ! end
        """
    tale = tell(book, allow=["missing-file"])
    shown = [block for block in tale.play.blocks if block["kind"] != "heading"]
    assert [block["kind"] for block in shown] == ["plain", "picture", "plain"]
    assert (shown[1]["path"], shown[1]["shows"]) == ("wharf.png", "the wharf")
    assert codes(book) == {"missing-file"}


@mechanic("text.vary")
def test_text_depends_on_state_and_on_visits() -> None:
    book = """
        stat gold = 1
        == 1 ==
        {if gold > 3 ? *Rich*, with {gold} crowns | Poor}. {cycle: Dawn | Noon | Dusk}. {random: A | A}.
        * Earn {gain 3 gold} -> 1
        * Out -> 2
        == 2 ==
        {gold, 3 digits}
        ! end
        """
    tale = tell(book)
    assert tale.here == "Poor. Dawn. A."
    assert tale.go("Earn").here == "Rich, with 4 crowns. Noon. A."
    assert tale.go("Earn", "Earn").here == "Rich, with 10 crowns. Dawn. A."
    assert tale.go("Out").here == "010"


@mechanic("text.note")
def test_a_footnote() -> None:
    tale = tell("== 1 ==\nThe stone{note: It is *older* than the road.} stands.\n! end\n")
    assert "It is older than the road." in tale.here
    assert tale.here.startswith("The stone")


@mechanic("text.layout")
def test_a_sign_a_verse_a_dialogue_and_an_ornament_are_set_apart() -> None:
    tale = tell(
        """
        == 1 ==
        The sign says:
        > NO ENTRY
        > by order
        ***
        - Who goes?
        — A friend.

        \\- not a dash
        ! end
        """
    )
    kinds = [b["kind"] for b in tale.play.blocks if b["kind"] != "heading"]
    assert kinds == ["plain", "quote", "ornament", "dialogue", "dialogue", "plain"]
    assert "NO ENTRY\nby order" in tale.here
    assert "— Who goes?" in tale.here


def test_no_two_blanks_stay_where_an_order_was() -> None:
    tale = tell(
        """
        == 1 ==
        A lantern swings {take lantern} from a post {mark SEEN}, and {take rope}
        you climb. {take key}

        {take bread}

        Done.
        ? has lantern and has rope and has key and has bread and marked SEEN
            All.
        ! end
        """
    )
    assert tale.here == "A lantern swings from a post, and you climb.\n\nDone.\n\nAll."


def test_titles_questions_and_ends_are_typeset_as_prose_is() -> None:
    tale = tell(
        """
        == 1 == The "Anchor" - an inn
        ! ask "Who's there...?"
            ? else -> 2
        == 2 ==
        ! end defeat "It's over - at last"
        """
    )
    assert tale.play.blocks[0]["title"] == "The “Anchor” — an inn"
    assert tale.question == "Who’s there…?"
    tale.go("me")
    assert tale.play.result()["end"]["text"] == "It’s over — at last"


def test_marks_behind_a_backslash_are_plain() -> None:
    tale = tell(
        r"""
        == 1 ==
        A \{brace\}, a \*star\*, a \[bracket\] and a \| bar.

        \* Not a choice -> nowhere
        ! end
        """
    )
    assert tale.here == "A {brace}, a *star*, a [bracket] and a | bar.\n\n* Not a choice -> nowhere"
