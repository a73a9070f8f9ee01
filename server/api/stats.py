"""Statistics in the schema: every query that is asked of ended matches, by topic in the modules `stats_*`."""

from server.api.stats_events import EventQueries
from server.api.stats_leaderboard import LeaderboardQueries
from server.api.stats_matches import MatchStatsQueries
from server.api.stats_pairs import PairQueries
from server.api.stats_questions import QuestionQueries

STATS_QUERIES = (MatchStatsQueries, LeaderboardQueries, PairQueries, QuestionQueries, EventQueries)
