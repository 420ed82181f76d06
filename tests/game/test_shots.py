"""Rulings on single shots, each from a sentence of a rulebook."""

import pytest
from shots import ruled, seen, told

from game.violation import RuleViolation

RETURNED = "S hits b1, S leave, S meets backboard, S back"

# preset, the sentence, what lay there, what happened, where it ended, (valid, removed, 20s, in play)
SENTENCES = [
    (
        "nca",
        "3a-i: If any opposing discs are in play, at least one of the shooter's discs must strike an opposing disc",
        [
            ("b1 in15", "S hits b1", "S in10, b1 in5", (True, "", "", "S b1")),
            ("b1 in15", "", "S in15", (False, "S", "", "b1")),
            ("b1 lip", "", "S in15", (False, "S", "", "b1")),
            ("b1 ditch", "", "S in15", (True, "", "", "S")),
            ("b1 out", "", "S in15", (True, "", "", "S")),
        ],
    ),
    (
        "nca",
        "3a-i: either directly, or by bumping one of his/her discs already in play into an opposing disc",
        [
            (
                "a1 in10, a2 in5, b1 in15",
                "S hits a1, a1 hits a2, a2 hits b1",
                "S in5, a1 in5, a2 in5, b1 ditch",
                (True, "b1", "", "S a1 a2"),
            ),
            ("a1 in10, b1 in15", "S hits a1", "S in5, a1 in15", (False, "S a1", "", "b1")),
        ],
    ),
    (
        "nca",
        "3a-ii: the shooting disc or at least one disc struck during the shot must end up touching or within the 15 "
        "line (A 20 is considered within the 15 line)",
        [
            ("", "", "S on15", (True, "", "", "S")),
            ("", "", "S hole", (True, "", "S", "")),
            ("", "", "S lip", (True, "", "", "S")),
            ("", "", "S in10", (False, "S", "", "")),
            ("a1 in5", "S hits a1", "S in5, a1 on15", (True, "", "", "S a1")),
            ("a1 in5", "S hits a1", "S ditch, a1 hole", (True, "S", "a1", "")),
            ("a1 in5, a2 in15", "S hits a1", "S in5, a1 in10", (False, "S a1", "", "a2")),
        ],
    ),
    (
        "nca",
        "3b: the shooting disc and all of the other discs that were struck, including any 20s made, shall be removed",
        [
            ("a1 in10, b1 in5", "S hits a1", "S in10, a1 hole", (False, "S a1", "", "b1")),
            ("b1 in5", "", "S hole", (False, "S", "", "b1")),
            (
                "a1 in10, a2 in10, b1 in5",
                "S hits a1, a1 hits a2",
                "S in10, a1 in10, a2 in5",
                (False, "S a1 a2", "", "b1"),
            ),
        ],
    ),
    (
        "nca",
        "8e: If a disc touches or crosses the outer boundary line it is out-of-play.",
        [
            ("b1 in10", "S hits b1", "S on5, b1 beyond", (True, "S b1", "", "")),
            ("a1 in5, b1 in10", "S hits b1, b1 hits a1", "S in5, b1 in5, a1 on5", (True, "a1", "", "S b1")),
        ],
    ),
    (
        "nca",
        "8g, The Spinning Disc Rule: does not strike anything other than the playing surface while touching or across "
        "the outer boundary line, and returns under its own momentum",
        [
            ("b1 in10", "S hits b1, S touch, S back", "S in5, b1 in5", (True, "", "", "S b1")),
            ("b1 in10", "S hits b1, b1 cross, b1 back", "S in5, b1 in5", (True, "", "", "S b1")),
            (
                "b1 in10, b2 in5",
                "S hits b1, S touch, S hits b2, S back",
                "S in5, b1 in5, b2 in5",
                (True, "S", "", "b1 b2"),
            ),
            (
                "b1 in10, a1 in5",
                "S hits b1, b1 cross, b1 hits a1, b1 back",
                "S in5, b1 in5, a1 in5",
                (True, "b1", "", "S a1"),
            ),
            (
                "b1 in10, b2 in5",
                "S hits b1, S cross, S back, S hits b2",
                "S in5, b1 in5, b2 in5",
                (True, "", "", "S b1 b2"),
            ),
        ],
    ),
    (
        "nca",
        "8h, The Damage Stays Rule: this disc is out-of-play, but the altered position of any discs struck shall "
        "remain and any 20s made shall count. (except for an out-of-play disc)",
        [
            ("b1 in10", RETURNED, "S in15, b1 in5", (True, "S", "", "b1")),
            ("b1 in10", RETURNED, "S hole, b1 in5", (True, "S", "", "b1")),
            ("b1 in10, a1 in5", RETURNED + ", S hits a1", "S in5, b1 in5, a1 hole", (True, "S", "a1", "b1")),
            ("b1 in10, b2 in5", RETURNED + ", S hits b2", "S in5, b1 in5, b2 hole", (True, "S", "b2", "b1")),
            (
                "b1 in10, a1 out",
                "S hits b1, S leave, S hits a1, S back",
                "S in5, b1 in5, a1 in15",
                (True, "S a1", "", "b1"),
            ),
            (
                "b1 in10, a1 ditch",
                "S hits b1, S leave, S hits a1, S back",
                "S in5, b1 in5, a1 hole",
                (True, "S a1", "", "b1"),
            ),
        ],
    ),
    (
        "mayday",
        "Resolving a Shot 1: If the board contains NO opposing discs, a shot is considered Valid if it is touching or "
        "within the Inner Ring (this includes the Center Hole)",
        [
            ("a1 in10", "S hits a1", "S in10, a1 in15", (False, "S a1", "", "")),
            ("a1 in10", "S hits a1", "S on15, a1 in5", (True, "", "", "S a1")),
        ],
    ),
    (
        "mayday",
        "Resolving a Shot 2: if ANY opposing discs are moved or newly touched during the course of the shot",
        [
            ("b1 in10", "b1 jolted", "S in5, b1 in10", (True, "", "", "S b1")),
            (
                "a1 in10, b1 in10",
                "S meets peg, a1 jolted, a1 hits b1",
                "S in5, a1 in10, b1 in10",
                (True, "", "", "S a1 b1"),
            ),
            ("a1 in10, b1 in10", "a1 jolted", "S in5, a1 in10", (False, "S", "", "a1 b1")),
            ("b1 in10, c1 in5", "S hits c1, c1 hits b1", "S in5, b1 in10, c1 in5", (True, "", "", "S b1 c1")),
        ],
    ),
    (
        "mayday",
        "Resolving a Shot: If a disc leaves the playing surface, it is considered out of bounds",
        [
            ("b1 in10", "S hits b1, S leave, S back", "S in5, b1 in5", (True, "S", "", "b1")),
            ("b1 in10", "S hits b1, S cross, S back", "S in5, b1 in5", (True, "", "", "S b1")),
        ],
    ),
    (
        "cogitate",
        "2: The shooting line is also the border of the playing area; 4: Any discs that once left the playing area "
        "stay out of the game",
        [
            ("b1 in10", "S hits b1, b1 cross, b1 back", "S in5, b1 in5", (True, "b1", "", "S")),
            ("b1 in10", "S hits b1, b1 touch, b1 back", "S in5, b1 in5", (True, "", "", "S b1")),
            ("b1 in10", "S hits b1, b1 leave, b1 back", "S in5, b1 in5", (True, "b1", "", "S")),
        ],
    ),
    (
        "cogitate",
        "8, Carom: The order of the strikes is inessential. If a valid shot is not made then the shooter's disc and "
        "all the other discs of the same color that were struck, including any 20's, shall be removed",
        [
            ("a1 in10, b1 in5", "S hits b1, S hits a1", "S in5, a1 hole, b1 in5", (True, "", "a1", "S b1")),
            ("a1 in10, b1 in5", "S hits a1", "S in5, a1 hole", (False, "S a1", "", "b1")),
        ],
    ),
    (
        "cogitate",
        "8: If none of the moving discs gets into the middle circle (or touches its line) they all must be removed",
        [
            ("a1 in5", "S hits a1", "S in10, a1 in10", (False, "S a1", "", "")),
            ("a1 in5", "S hits a1", "S in10, a1 on15", (True, "", "", "S a1")),
        ],
    ),
    (
        "cogitate",
        "8, 20 points for the opponent: this shot is always valid and 20 points goes for the opponent",
        [("b1 in15", "S hits b1", "S in10, b1 hole", (True, "", "b1", "S"))],
    ),
    (
        "house",
        "4: If you fail, your disc is removed.",
        [
            ("a1 in5", "S hits a1", "S in10, a1 in15", (False, "S", "", "a1")),
            ("a1 in5", "S hits a1", "S in10, a1 hole", (False, "S", "a1", "")),
        ],
    ),
    (
        "house",
        "5: If a disc touches the outer boundary line at any point during its movement or when it comes to rest, it "
        "is considered out of bounds",
        [
            ("b1 in10", "S hits b1, b1 touch, b1 back", "S in5, b1 in5", (True, "b1", "", "S")),
            ("b1 in10", "S touch, S back, S hits b1", "S in15, b1 in5", (True, "S", "", "b1")),
        ],
    ),
    (
        "carrom",
        "1: If you fail, your disc is immediately removed to the ditch. 2: all of your discs that have been touched "
        "are removed to the ditch. This includes any of your discs that may have landed in the 20 hole.",
        [
            ("b1 in10", "", "S in15", (False, "S", "", "b1")),
            ("a1 in10, b1 in10", "S hits a1", "S in15, a1 hole", (False, "S a1", "", "b1")),
        ],
    ),
    (
        "carrom",
        "3: If your opponent has no discs on the board, you may shoot freely for the 20 hole.",
        [("", "", "S in5", (True, "", "", "S")), ("", "", "S ditch", (True, "S", "", ""))],
    ),
    (
        "carrom",
        "4: Discs that hit the outside rail and bounce back onto the playing surface are out of play. 5: At the end "
        "of any shot, any disc that is touching the shooting line anywhere on the board is removed",
        [
            ("b1 in10, a1 in5", RETURNED + ", S hits a1", "S in5, a1 in10, b1 in5", (True, "S", "", "a1 b1")),
            (
                "b1 in10, a1 out",
                "S hits b1, S leave, S hits a1, S back",
                "S in5, b1 in5, a1 ditch",
                (True, "S a1", "", "b1"),
            ),
            ("b1 in10", "S hits b1, S meets ditch_floor", "S ditch, b1 in5", (True, "S", "", "b1")),
            ("b1 in10", "S hits b1, S cross, S back", "S in5, b1 in5", (True, "", "", "S b1")),
            ("b1 in10", "S hits b1, b1 touch, b1 back", "S in5, b1 on5", (True, "b1", "", "S")),
        ],
    ),
]


@pytest.mark.parametrize(
    ("rules", "lay", "happens", "end", "outcome"),
    [
        pytest.param(rules, *shot, id=f"{rules} {sentence.split(':')[0]} {number}")
        for rules, sentence, shots in SENTENCES
        for number, shot in enumerate(shots, start=1)
    ],
)
def test_a_sentence_of_a_rulebook(rules, lay, happens, end, outcome):
    assert told(ruled(rules, lay, happens, end)) == outcome


def test_options_apart_from_their_preset():
    chain = ("a1 in10, a2 in10, b1 in5", "S hits a1, a1 hits a2", "S in5, a1 in5, a2 in5")
    assert told(ruled("nca", *chain, invalid_removal="direct")) == (False, "S a1", "", "a2 b1")
    sunk = ("a1 in10, a2 in10, b1 in5", "S hits a1, a1 hits a2", "S in5, a1 in5, a2 hole")
    assert told(ruled("nca", *sunk, invalid_removal="direct")) == (False, "S a1 a2", "", "b1")
    # Cogitate 9: "the shot is only valid if the shooting disc is totally within the inner circle".
    for end, stands in (("on15", False), ("in15", True), ("hole", True), ("lip", True)):
        assert ruled("cogitate", "", "", f"S {end}", no_hiding="shooter_inside").valid == stands
    reentry = ("b1 in5", "S leave, S meets backboard, S back, S hits b1", "S in5, b1 in5")
    assert told(ruled("nca", *reentry)) == (True, "S", "", "b1")
    assert told(ruled("nca", *reentry, reentry_strike=False)) == (False, "S", "", "b1")
    assert ruled("nca", "b1 in5", "S hits b1", "S in5", reentry_strike=False).valid
    assert not ruled("nca", "b1 in5", "b1 jolted", "S in5, b1 in5").valid
    # The house sheet's optional rule: "leaves the playing surface, but re-enters without touching anything else".
    spun = ("b1 in5", "S hits b1, S leave, S back", "S in5, b1 in5")
    assert told(ruled("house", *spun, transit="spin")) == (True, "", "", "S b1")


def test_a_returning_disc_does_not_save_a_free_shot():
    assert told(ruled("nca", "", "S leave, S meets backboard, S back", "S in15")) == (False, "S", "", "")
    assert told(ruled("nca", "a1 out", "S hits a1", "S in5, a1 in15")) == (False, "S a1", "", "")


def test_contacts_between_discs_that_the_shot_did_not_move_are_nothing():
    assert told(ruled("nca", "a1 in10, b1 in10", "a1 hits b1", "S in5, a1 in10, b1 in5")) == (False, "S", "", "a1 b1")


def test_a_dud_may_be_shot_again_where_that_is_agreed():
    # Cogitate 9, re-shoot: "does not interact with any other disc in play and it is not a valid shot"; "This rule can
    # be ignored when doing a free-shot".
    assert ruled("cogitate", "b1 in5", "S meets peg", "S ditch", reshoot=True).may_reshoot
    assert not ruled("cogitate", "b1 in5", "S meets peg", "S ditch").may_reshoot
    assert not ruled("cogitate", "a1 in5, b1 in5", "S hits a1", "S in5, a1 in5", reshoot=True).may_reshoot
    assert not ruled("cogitate", "b1 in5", "S hits b1", "S in5", reshoot=True).may_reshoot
    assert not ruled("cogitate", "", "", "S in5", reshoot=True).may_reshoot


@pytest.mark.parametrize(
    ("rules", "lay", "happens", "end", "text"),
    [
        ("nca", "b1 in5", "", "S in5", "no opposing disc was struck: your disc is removed"),
        (
            "nca",
            "a1 in5, b1 in5",
            "S hits a1",
            "S in5, a1 in5",
            "no opposing disc was struck: your disc and the one it moved are removed",
        ),
        (
            "nca",
            "a1 in5, a2 in5, b1 in5",
            "S hits a1, S hits a2",
            "S in5, a1 in5, a2 in5",
            "no opposing disc was struck: your disc and those it moved are removed",
        ),
        ("nca", "b1 in5", "S hits b1", "S in5", "an opposing disc was struck: the shot stands"),
        (
            "nca",
            "",
            "",
            "S in5",
            "no disc of the shot ended within or touching the 15 line on a free shot: the shot "
            "disc and all it moved are removed",
        ),
        (
            "house",
            "",
            "",
            "S in5",
            "the shot disc did not end within or touching the 15 line on a free shot: the shot disc is removed",
        ),
        ("nca", "", "", "S in15", "the free shot ended where it must: it stands"),
        ("carrom", "", "", "S in5", "no opposing disc in play: shoot freely"),
    ],
)
def test_a_ruling_says_why(rules, lay, happens, end, text):
    assert ruled(rules, lay, happens, end).reason.text == text


@pytest.mark.parametrize(
    ("rules", "lay", "happens", "end", "disc", "text"),
    [
        ("nca", "b1 in5", "S hits b1", "S on5, b1 in5", "S", "touches the outer line at rest: out of play"),
        ("nca", "b1 in5", "S hits b1", "S in5, b1 beyond", "b1", "lies wholly beyond the outer line: out of play"),
        ("nca", "b1 in5", "S hits b1", "S in5, b1 ditch", "b1", "left the surface: out of play"),
        (
            "nca",
            "b1 in5",
            RETURNED,
            "S hole, b1 in5",
            "S",
            "came back after striking something beyond the outer line: out, and is no 20; what it moved stays moved",
        ),
        (
            "house",
            "b1 in5",
            "S hits b1, S touch, S back",
            "S in5, b1 in5",
            "S",
            "had touched the outer line in motion: out; what it moved stays moved",
        ),
        (
            "cogitate",
            "b1 in5",
            "S hits b1, S cross, S back",
            "S in5, b1 in5",
            "S",
            "had been wholly over the outer line: out; what it moved stays moved",
        ),
        (
            "mayday",
            "b1 in5",
            "S hits b1, S leave, S back",
            "S in5, b1 in5",
            "S",
            "had left the surface: out; what it moved stays moved",
        ),
        (
            "carrom",
            "b1 in5",
            RETURNED,
            "S in5, b1 in5",
            "S",
            "had met the rail or the ditch: out; what it moved stays moved",
        ),
        (
            "nca",
            "b1 in5, a1 out",
            "S hits b1, b1 hits a1",
            "S in5, b1 in5",
            "a1",
            "was out of play before: stays out, in the hole too",
        ),
    ],
)
def test_a_removal_says_why(rules, lay, happens, end, disc, text):
    ruling = ruled(rules, lay, happens, end)
    assert {removal.disc: removal.reason.text for removal in ruling.removed}[disc] == text


@pytest.mark.parametrize(
    ("lay", "happens", "end", "words"),
    [
        ("s2 shot", "", "S in5", "exactly one disc being shot"),
        ("b1 in5", "", "b1 in5", "where the shot disc came to rest is missing"),
        ("b1 in5", "S hits b2", "S in5", "'b2' is not among the discs"),
        ("b1 in5", "", "S in5, b2 in5", "'b2' is not among the discs"),
        ("b1 in5", "", "S in5, b1 sky", "'b1' cannot come to rest at 'sky'"),
    ],
)
def test_a_shot_that_cannot_have_been_seen(lay, happens, end, words):
    with pytest.raises(RuleViolation, match=words):
        seen(lay, happens, end)
