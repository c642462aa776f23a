#!/usr/bin/env bash
# Exports levels as PDDL, solves each task with our planner and with Fast Downward, checks both plans with
# `pddl check`, carries both out with `plan follow`, and prints a table.
#
# usage: pddl_against_fast_downward.sh FAST_DOWNWARD.py FOLDER...
#
# Every *.xsb and *.sok file of the folders is exported. Folders of tasks are solved and checked as they are: those with a
# domain.pddl and p*.pddl or *instance*.pddl, in the folder or in instances/, and those in which each task has its own domain,
# as p01-domain.pddl or domain_1.pddl. So the Sokoban of the competitions of 2008 and 2011 is named as it lies on the disk:
#   pddl_against_fast_downward.sh fast-downward.py ~/benchmarks/sokoban-sat08-strips ~/benchmarks/sokoban-sat11-strips
# In the environment:
#   SOKOPLAN   the binary                                   (target/release/sokoplan)
#   DOMAINS    the domains, a blank between two             (all that can be carried out)
#   LEVELS     which levels of each file, as for --level    (1-10)
#   SECONDS_EACH  time for one task and planner             (30)
#   MODE       first: our default against lama-first; optimal: A* with LM-cut on both  (first)
#   WORK       where tasks and plans go                     (a new folder, removed at the end)
# Times are seconds of CPU, grounding and translation included. Plans that are checked and carried out say `yes`.
set -u
if [ $# -lt 2 ]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
fast_downward=$1
shift
sokoplan=${SOKOPLAN:-target/release/sokoplan}
domains=${DOMAINS:-sokoban-moves sokoban-pushes rooms}
limit=${SECONDS_EACH:-30}
mode=${MODE:-first}
if [ -z "${WORK:-}" ]; then
    WORK=$(mktemp -d)
    trap 'rm -rf "$WORK"' EXIT
fi
mkdir -p "$WORK"
TIMEFORMAT=%U

# ours DOMAIN PROBLEM PLAN, theirs DOMAIN PROBLEM PLAN: print seconds of CPU, and leave a plan where there is one.
ours() {
    local search=()
    [ "$mode" = optimal ] && search=(--optimal)
    { time "$sokoplan" pddl solve "$1" "$2" "${search[@]}" --time "${limit}s" -o "$3" 2>"$3.log"; } 2>&1
    [ -s "$3" ] || rm -f "$3"
}
theirs() {
    # Our files never change while they are read, so that its own scratch file may lie anywhere.
    local call=(python3 "$fast_downward" --overall-time-limit "${limit}s" --plan-file "$3" --sas-file "$3.sas")
    if [ "$mode" = optimal ]; then
        { time "${call[@]}" "$1" "$2" --search 'astar(lmcut())' >"$3.log" 2>&1; } 2>&1
    else
        { time "${call[@]}" --alias lama-first "$1" "$2" >"$3.log" 2>&1; } 2>&1
    fi
    rm -f "$3.sas"
}

# judged DOMAIN PROBLEM PLAN [LEVELS NUMBER NAME]: cost, steps, and whether it was checked and, for a level, carried out.
judged() {
    [ -s "$3" ] || { printf '%8s %6s %4s' - - -; return; }
    local cost steps verdict=no
    cost=$(sed -n 's/^; cost = \([0-9]*\).*/\1/p' "$3" | tail -1)
    steps=$(grep -c '^(' "$3")
    "$sokoplan" pddl check "$1" "$2" "$3" >/dev/null && { [ $# -eq 3 ] ||
        "$sokoplan" plan follow "$3" "$4" --level "$5" >/dev/null; } && verdict=yes
    printf '%8s %6s %4s' "$cost" "$steps" "$verdict"
}

# row NAME TASK DOMAIN PROBLEM [LEVELS NUMBER NAME]: solves a task with both, and prints a line of the table.
row() {
    local name=$1 task=$2 domain=$3 problem=$4 our_time their_time
    shift 4
    rm -f "$WORK/ours" "$WORK/theirs"
    our_time=$(ours "$domain" "$problem" "$WORK/ours" | tail -1)
    their_time=$(theirs "$domain" "$problem" "$WORK/theirs" | tail -1)
    printf '%-16s %-34s %7s %s   %7s %s\n' "$name" "$task" \
        "$our_time" "$(judged "$domain" "$problem" "$WORK/ours" "$@")" \
        "$their_time" "$(judged "$domain" "$problem" "$WORK/theirs" "$@")"
}

printf '%-16s %-34s %7s %8s %6s %4s   %7s %8s %6s %4s\n' \
    domain task ours cost steps ok FD cost steps ok
# domain_of PROBLEM: the file of its domain: of this task alone, or of its folder or the one above. Fails where there is none.
domain_of() {
    local folder name
    folder=$(dirname "$1")
    name=$(basename "$1" .pddl)
    for domain in "$folder/$name-domain.pddl" "$folder/domain-$name.pddl" "$folder/domain_${name##*[!0-9]}.pddl" \
        "$folder/domain.pddl" "$folder/../domain.pddl"; do
        [ -f "$domain" ] && { echo "$domain"; return; }
    done
    return 1
}

for folder in "$@"; do
    for problem in "$folder"/*.pddl "$folder"/instances/*.pddl; do
        case $(basename "$problem") in
        *domain*) continue ;;
        esac
        [ -f "$problem" ] && domain=$(domain_of "$problem") || continue
        row "$(basename "$folder")" "$(basename "$problem" .pddl)" "$domain" "$problem"
    done
done
for domain in $domains; do
    for folder in "$@"; do
        for file in "$folder"/*.xsb "$folder"/*.sok; do
            [ -f "$file" ] || continue
            "$sokoplan" pddl export "$file" --level "${LEVELS:-1-10}" --domain "$domain" -o "$WORK/$domain" \
                >"$WORK/list" 2>/dev/null
            while read -r problem; do
                task=$(basename "$problem" .pddl)
                row "$domain" "$task" "$WORK/$domain/$domain.pddl" "$problem" \
                    "$file" "$((10#${task##*-}))" "$domain"
            done <"$WORK/list"
        done
    done
done
