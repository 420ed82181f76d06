"""`crokinole match`: a whole match kept from the terminal, with or without a camera."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from api.answering import answering
from api.clock import now
from api.match_command.in_common import File
from api.match_command.rulings import rulings

match_app = typer.Typer(
    no_args_is_help=True,
    help="Keep a match in a file: rounds by hand or from photos, undo, edit, score sheets.",
)
Totals = Annotated[str | None, typer.Argument(help="65,40 in the order of the sides, or Ann=65,Bo=40.")]
Twenties = Annotated[
    str | None, typer.Option(help="20s: 2,1 or Ann=2,Bo=1; with a photo those in the bowl. In doubles by player too.")
]
PhotoFile = Annotated[Path | None, typer.Option(help="Photo of the board, in place of the totals.")]
Teams = Annotated[str | None, typer.Option(help="Whose discs are whose in the photo: Ann=black,Bo=natural.")]
Answers = Annotated[list[str] | None, typer.Option("--answer", help="A disc looked at: 3=15, or 3=none.")]
Checked = Annotated[bool, typer.Option("--checked", help="The photo was read right: its questions are answered.")]
SetFile = Annotated[Path | None, typer.Option("--set", help="Measured board and discs (JSON).")]


@match_app.command()
def new(
    file: File,
    players: Annotated[list[str], typer.Argument(help="2 to 4 names, clockwise; of 4, partners sit opposite.")],
    ruleset: Annotated[str, typer.Option(help="nca, mayday, cogitate, house or carrom.")] = "nca",
    option: Annotated[
        list[str] | None, typer.Option(help="Unlike the rule set's own: transit=area, 'match={\"games\": 3}'.")
    ] = None,
    first: Annotated[str | None, typer.Option(help="Who starts round 1; left out, the first name.")] = None,
    alone: Annotated[str | None, typer.Option(help="Of three, the one who plays against the other two.")] = None,
    colours: Annotated[str | None, typer.Option(help="Discs: Ann=black,Bo=natural.")] = None,
) -> None:
    """Begin a match in a new file."""
    from api.match_command.agreed import agreed_setup
    from api.match_command.match_file import begin
    from api.match_command.told import told_standing
    from game.match import new_match

    with answering():
        match = new_match(agreed_setup(players, ruleset, option or [], first, alone, colours, now()))
        begin(file, match)
    print(told_standing(match))


@match_app.command()
def add(
    file: File,
    totals: Totals = None,
    twenties: Twenties = None,
    photo: PhotoFile = None,
    teams: Teams = None,
    answer: Answers = None,
    checked: Checked = False,
    set_file: SetFile = None,
) -> None:
    """Add a round: its totals, 20s included, or a photo of the board."""
    from api.match_command.entered_round import entered_round
    from api.match_command.entry import Entry
    from api.match_command.match_file import add_event, read_match
    from api.match_command.told import told_round, told_standing

    entry = Entry(totals, twenties, photo, teams, answer or [], checked, set_file)
    with answering():
        match = read_match(file)
        match = add_event(file, entered_round(match, entry, now()), seen=match)
    print(told_round(match, match.state.rounds[-1]))
    print(told_standing(match))


@match_app.command()
def edit(
    file: File,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="Which round, from 1.")],
    totals: Totals = None,
    twenties: Twenties = None,
    photo: PhotoFile = None,
    teams: Teams = None,
    answer: Answers = None,
    checked: Checked = False,
    set_file: SetFile = None,
    reason: Annotated[str, typer.Option(help="Why it is changed.")] = "entered wrong",
) -> None:
    """Give a past round anew, 20s too; everything that follows from it is worked out again."""
    from api.match_command.entered_round import entered_round
    from api.match_command.entry import Entry
    from api.match_command.match_file import add_event, read_match
    from api.match_command.told import told_round, told_standing
    from game.events import RoundCorrected

    entry = Entry(totals, twenties, photo, teams, answer or [], checked, set_file)
    with answering():
        match = read_match(file)
        at = now()
        event = RoundCorrected(round=number, now=entered_round(match, entry, at), reason=reason, at=at)
        match = add_event(file, event, seen=match)
    print(told_round(match, match.state.rounds[number - 1]))
    print(told_standing(match))


@match_app.command()
def undo(file: File) -> None:
    """Take the latest entry back; it stays in the log."""
    from api.match_command.match_file import add_event, read_match
    from api.match_command.told import told_standing
    from game.events import Undone
    from game.words import log

    with answering():
        match = read_match(file)
        match = add_event(file, Undone(at=now()), seen=match)
    print(log(match)[-1])
    print(told_standing(match))


@match_app.command()
def show(
    file: File, history: Annotated[bool, typer.Option("--log", help="Every entry instead, undone ones too.")] = False
) -> None:
    """Show the score sheet."""
    from api.match_command.match_file import read_match
    from game.score_sheet import score_sheet
    from game.words import log

    with answering():
        match = read_match(file)
    print("\n".join(log(match)) if history else score_sheet(match).rstrip("\n"))


@match_app.command()
def export(
    file: File,
    form: Annotated[str, typer.Argument(help="cmn, csv, txt or json.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="File to write; else standard output.")] = None,
    reviewed: Annotated[
        bool, typer.Option("--reviewed", help="CMN of doubtful rounds: a person has seen them.")
    ] = False,
) -> None:
    """Write the match for others: Crokinole Match Notation (when it is over), CSV, a sheet to print, or in full."""
    from api.match_command.match_file import read_match
    from api.match_command.written import export_text, write_export

    with answering():
        text = export_text(read_match(file), form, reviewed=reviewed)
        if output is not None:
            write_export(output, text)
            return
    sys.stdout.buffer.write(text.encode())


for name, ruling in rulings.items():
    match_app.command(name)(ruling)
