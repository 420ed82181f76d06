"""Crokinole Match Notation 1.0-draft as values: records and batches, read and written with nothing lost.

CMN's "game" is what the rulebooks call a round. Members that this project does not know, and `event` and `source`,
are kept as JSON text, so that whatever another program wrote comes out again. Source: the notation's draft of
2026-03-10, by the Crokinole Open Data Alliance.
"""

import json
from dataclasses import dataclass

from game.cmn_check import checked_batch, checked_record
from game.event_json import BadMatchFile, items, members, parse, text
from game.options_json import Json

NOTHING_MORE = "{}"
VERSION = "1.0"


@dataclass(frozen=True, kw_only=True)
class CmnPlayer:
    """A player; cid : Crokinole Player ID."""

    name: str
    cid: str | None = None
    more: str = NOTHING_MORE


@dataclass(frozen=True, kw_only=True)
class CmnTeam:
    """One player in singles, two in doubles."""

    players: tuple[CmnPlayer, ...]
    more: str = NOTHING_MORE


@dataclass(frozen=True, kw_only=True)
class CmnGame:
    """One round. winner : team 0 or 1, None for a tie. scores : before cancellation.

    hammer : kept as written and never read as who shot first or last: the draft and the players mean opposite things.
    """

    winner: int | None
    scores: tuple[int, int] | None = None
    twenties: tuple[int, int] | None = None
    hammer: int | None = None
    more: str = NOTHING_MORE


@dataclass(frozen=True, kw_only=True)
class CmnRecord:
    """One match. game_format, event, source : JSON objects as text, None when absent."""

    id: str
    date: str
    format: str
    teams: tuple[CmnTeam, ...]
    games: tuple[CmnGame, ...]
    winner: int | None
    game_format: str | None = None
    event: str | None = None
    source: str | None = None
    match_more: str = NOTHING_MORE
    more: str = NOTHING_MORE


@dataclass(frozen=True, kw_only=True)
class CmnBatch:
    """Several matches in one file; event and source hold for every record that has none of its own."""

    records: tuple[CmnRecord, ...]
    event: str | None = None
    source: str | None = None
    more: str = NOTHING_MORE


def read_cmn(written: str) -> CmnRecord | CmnBatch:
    """Read a record or a batch. Raises BadMatchFile for what the notation does not allow."""
    given = members(parse(written))
    if given.get("cmn") != VERSION:
        raise BadMatchFile(f"this is not CMN {VERSION} but {given.get('cmn')!r:.80}")
    if given.get("batch", False) is not True:
        checked_record(given, single=True)
        return _record(given, known=("cmn", "id", "match", "event", "source"))
    checked_batch(given)
    return CmnBatch(
        records=tuple(_record(members(entry), ("id", "match", "event", "source")) for entry in items(given["matches"])),
        event=_kept(given, "event"),
        source=_kept(given, "source"),
        more=_more(given, "cmn", "batch", "matches", "event", "source"),
    )


def write_cmn(cmn: CmnRecord | CmnBatch) -> str:
    """A record or a batch as text. Raises BadMatchFile when it would not be valid CMN."""
    written: dict[str, Json] = {"cmn": VERSION}
    if isinstance(cmn, CmnRecord):
        written |= _record_members(cmn)
        checked_record(written, single=True)
    else:
        written["batch"] = True
        written |= _present(event=_loaded(cmn.event), source=_loaded(cmn.source))
        written["matches"] = [_record_members(record) for record in cmn.records]
        written |= members(parse(cmn.more))
        checked_batch(written)
    return json.dumps(written, indent=1) + "\n"


def records_of(cmn: CmnRecord | CmnBatch) -> tuple[CmnRecord, ...]:
    """Every record, those of a batch with its event and source where they have none of their own."""
    if isinstance(cmn, CmnRecord):
        return (cmn,)
    return tuple(
        CmnRecord(**vars(one) | {"event": one.event or cmn.event, "source": one.source or cmn.source})
        for one in cmn.records
    )


def _record(given: dict[str, Json], known: tuple[str, ...]) -> CmnRecord:
    match = members(given["match"])
    return CmnRecord(
        id=text(given["id"]),
        date=text(match["date"]),
        format=text(match["format"]),
        teams=tuple(_team(members(team)) for team in items(match["teams"])),
        games=tuple(_game(members(game)) for game in items(match["games"])),
        winner=_side(match["winner"]),
        game_format=_kept(match, "gameFormat"),
        event=_kept(given, "event"),
        source=_kept(given, "source"),
        match_more=_more(match, "date", "format", "teams", "gameFormat", "games", "winner"),
        more=_more(given, *known),
    )


def _team(team: dict[str, Json]) -> CmnTeam:
    players = [members(player) for player in items(team["players"])]
    return CmnTeam(
        players=tuple(
            CmnPlayer(
                name=text(player["name"]),
                cid=text(player["cid"]) if "cid" in player else None,
                more=_more(player, "name", "cid"),
            )
            for player in players
        ),
        more=_more(team, "players"),
    )


def _game(game: dict[str, Json]) -> CmnGame:
    return CmnGame(
        winner=_side(game["winner"]),
        scores=_pair(game["scores"]) if "scores" in game else None,
        twenties=_pair(game["twenties"]) if "twenties" in game else None,
        hammer=_side(game.get("hammer")),
        more=_more(game, "winner", "scores", "twenties", "hammer"),
    )


def _record_members(record: CmnRecord) -> dict[str, Json]:
    match: dict[str, Json] = {
        "date": record.date,
        "format": record.format,
        "teams": [_team_members(team) for team in record.teams],
        **_present(gameFormat=_loaded(record.game_format)),
        "games": [_game_members(game) for game in record.games],
        "winner": record.winner,
        **members(parse(record.match_more)),
    }
    return {
        "id": record.id,
        "match": match,
        **_present(event=_loaded(record.event), source=_loaded(record.source)),
        **members(parse(record.more)),
    }


def _team_members(team: CmnTeam) -> dict[str, Json]:
    players: list[Json] = [
        {"name": player.name, **_present(cid=player.cid), **members(parse(player.more))} for player in team.players
    ]
    return {"players": players, **members(parse(team.more))}


def _game_members(game: CmnGame) -> dict[str, Json]:
    scores = None if game.scores is None else list[Json](game.scores)
    twenties = None if game.twenties is None else list[Json](game.twenties)
    optional = _present(hammer=game.hammer, scores=scores, twenties=twenties)
    return {"winner": game.winner, **optional, **members(parse(game.more))}


def _present(**optional: Json) -> dict[str, Json]:
    return {name: value for name, value in optional.items() if value is not None}


def _more(given: dict[str, Json], *known: str) -> str:
    return json.dumps({name: value for name, value in given.items() if name not in known})


def _kept(given: dict[str, Json], name: str) -> str | None:
    return json.dumps(given[name]) if name in given else None


def _loaded(kept: str | None) -> Json:
    return None if kept is None else parse(kept)


def _side(value: Json) -> int | None:
    return int(value) if isinstance(value, int | float) else None


def _pair(value: Json) -> tuple[int, int]:
    first, second = (int(entry) for entry in items(value) if isinstance(entry, int | float))
    return first, second
