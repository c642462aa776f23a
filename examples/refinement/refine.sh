#!/bin/bash
# Refinement with any planner: a plan on numbers of boxes is made, carried out and refused; what that teaches goes into
# the next task.
#
#   examples/refinement/refine.sh levels/6-lisa.xsb 1 20
#   PLANNER=./fast-downward.sh examples/refinement/refine.sh set.xsb 3 20
#
# PLANNER is run with a domain, a problem and the name of the plan file, and fails where there is no plan; without it,
# the planner of sokoplan makes the plans. For Fast Downward it is a script such as
#
#   fast-downward.py --plan-file "$3" "$1" "$2" --evaluator "h=ff()" --search "lazy_greedy([h], preferred=[h])"
#
# Prints NUMBER LURD; what was learnt stays in the folder that is named on standard error.
set -u
level=$1 number=$2 rounds=$3
program=${SOKOPLAN:-sokoplan}
work=${WORK:-$(mktemp -d)}
echo "$work" >&2
: > "$work/nogoods.jsonl"
plan_task() {
    if [ -n "${PLANNER:-}" ]; then "$PLANNER" "$1" "$2" "$3"; else "$program" pddl solve "$1" "$2" -q -o "$3"; fi
}
for ((round = 1; round <= rounds; round++)); do
    problem=$("$program" pddl export "$level" --level "$number" --domain rooms-counts \
        --nogoods "$work/nogoods.jsonl" -o "$work") || exit 2
    rm -f "$work/plan"
    if ! plan_task "$work/rooms-counts-nogoods.pddl" "$problem" "$work/plan" > "$work/planner.log" 2>&1; then
        echo "no plan is left after $((round - 1)) rounds" >&2
        exit 1
    fi
    if "$program" plan "$level" --level "$number" --from "$work/plan" --domain rooms-counts --json \
        > "$work/row.jsonl" 2> "$work/refusal.log"; then
        sed -n "s/.*\"lurd\":\"\([A-Za-z]*\)\".*/$number \1/p" "$work/row.jsonl"
        echo "solved in round $round" >&2
        exit 0
    fi
    echo "round $round: $(cat "$work/refusal.log")" >&2
    # Without a nogood, the plan was not refused: it is another fault, or a limit.
    grep '"type":"nogood"' "$work/row.jsonl" >> "$work/nogoods.jsonl" || exit 1
done
echo "not solved in $rounds rounds" >&2
exit 1
