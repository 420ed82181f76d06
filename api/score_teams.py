"""What each team has: points on the board, and 20s in the hole and in the bowl."""

from collections.abc import Mapping

from api.errors import BadTwenties
from api.scored import ScoredDisc, ScoredTeam
from vision.reading import BoardReading, Team


def score_teams(
    reading: BoardReading,
    discs: tuple[ScoredDisc, ...],
    twenties: Mapping[str, int],
    suggested: Mapping[str, int | None],
) -> tuple[ScoredTeam, ...]:
    """Every team that the photo shows, and those that have nothing but 20s in the bowl.

    twenties : counts of these by team id or colour name. suggested : 20s by team id. Raises BadTwenties.
    """
    if any(count < 0 for count in twenties.values()):
        raise BadTwenties("A count of 20s cannot be below zero.")
    for team in reading.teams:
        if team.id in twenties and team.name in twenties:
            raise BadTwenties(f"The 20s of team {team.id}, {team.name}, are given twice.")
    bowl = {team.id: twenties.get(team.id, 0) + twenties.get(team.name, 0) for team in reading.teams}
    known = {key for team in reading.teams for key in (team.id, team.name)}
    unseen = tuple(
        Team(id=key, name=f"team {key}", rgb=(128, 128, 128))
        for key, count in twenties.items()
        if count and key not in known
    )
    scored = []
    for team in (*reading.teams, *unseen):
        own = [disc for disc in discs if disc.seen.team == team.id]
        sunk = sum(disc.seen.place == "hole" for disc in own)
        scored.append(
            ScoredTeam(
                team=team,
                seen=len(own),
                board_points=sum(disc.value for disc in own if disc.seen.place != "hole"),
                twenties=sunk + bowl.get(team.id, twenties.get(team.id, 0)),
                twenties_suggested=suggested.get(team.id),
            )
        )
    return tuple(scored)
