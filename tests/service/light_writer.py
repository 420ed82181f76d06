"""Plays rounds as fast as the store confirms them, a line on standard output for each: to be killed at any moment.

Run as `light_writer.py FOLDER MATCH_ID [DATABASE_URL]`. What it prints was confirmed: it must be there afterwards.
"""

import sys
from pathlib import Path

from api.store.done_requests import RequestKey, note_done
from api.store.matches import append_event, get_match
from api.store.reviews import Review, add_review, new_review_id
from api.store.store import open_store
from game.events import RoundScored


def main(folder: str, match_id: str, database_url: str | None = None) -> None:
    store = open_store(Path(folder), database_url)
    print("ready", flush=True)
    while True:
        with store.writing() as connection:
            kept = get_match(connection, match_id, to_change=True)
            number = kept.version + 1
            review = Review(
                id=new_review_id(), photo_id=None, reading_id=None, sent={"n": number}, document=None, corrected=False
            )
            add_review(connection, match_id, review, None)
            append_event(connection, kept, RoundScored(totals=(5 * (number % 9), 0), score_id=review.id), None)
            note_done(connection, RequestKey(key=f"{match_id} {number}", fingerprint="0" * 64), match_id)
        print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
