"""A second reader of proofs, written from `sokoplan help proofs`, `help proof-rules` and `help bound-rules` alone: plain sets of (row, column).

usage: check.py < PROOFS      a line for each: ok, or why not
"""
import re
import sys
from collections import deque

DIRECTIONS = {">": (0, 1), "v": (1, 0), "<": (0, -1), "^": (-1, 0)}
MOVES = dict(zip("rdlu", DIRECTIONS.values()))


Refused = type("Refused", (Exception,), {})


def need(condition, why):
    if not condition:
        raise Refused(why)


def step(cell, direction, times=1):
    return cell[0] + times * direction[0], cell[1] + times * direction[1]


def number(*texts):
    need(len(texts) == 1 and re.fullmatch(r"[0-9]+", texts[0]), "number")
    return int(texts[0])


class Picture:
    def __init__(self, rows):
        letters = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
        need(set(letters.values()) <= set("# .$*@+xXoO<>^v"), "letter")
        pick = lambda which: frozenset(cell for cell, x in letters.items() if x in which)
        self.size = len(rows), max(map(len, rows), default=0)
        self.floor, self.goals, self.boxes = pick(" .$*@+xXoO<>^v"), pick(".*+XO"), pick("$*")
        self.empty, self.zone, self.players = pick("oO"), pick("xX<>^v"), sorted(pick("@+"))
        self.sides = {cell: step(cell, DIRECTIONS[x]) for cell, x in letters.items() if x in DIRECTIONS}
        need(len(self.players) <= 1, "players")


class Proof:
    def __init__(self, text):
        lines = [line.rstrip() for line in text.split("\n")]
        need(lines[0] == "sokoproof 1", "head")
        blocks = []
        for line in (line for line in lines[1:] if line and not line.startswith(";")):
            if re.match("[a-z]", line):
                blocks.append((line.split(" "), []))
            else:
                need(blocks, "rows before a claim")
                blocks[-1][1].append(line)
        need(blocks, "no claim")
        (self.words, rows), *rest = blocks
        first = Picture(rows)
        need(first.players and not first.empty and not first.zone, "claim")
        self.size, self.floor, self.player = first.size, first.floor, first.players[0]
        self.floor = self.region(frozenset(), self.player)
        self.goals, self.boxes = first.goals & self.floor, first.boxes & self.floor
        need(1 <= len(self.boxes) <= len(self.goals), "boxes")
        self.is_full = len(self.boxes) == len(self.goals)
        self.patterns, self.zones, self.moves, self.room, cores = [], [], None, None, []
        for words, rows in rest:
            if words[0] == "moves" and len(words) == 2 and not rows:
                self.moves = words[1]
                continue
            picture = Picture(rows)
            goals = picture.goals | (picture.sides.keys() & self.goals)
            drawn = picture.boxes | picture.empty | picture.zone | set(picture.players)
            need(picture.size == self.size and self.floor <= picture.floor and drawn <= self.floor, "another board")
            need(goals & self.floor == self.goals, "other goals")
            if words == ["dead"] or words[0] == "core":
                need(picture.players and not picture.zone, "picture")
                core = picture.boxes, picture.empty, picture.players[0]
                if words == ["dead"]:
                    self.patterns.append((*core[:2], self.region(core[0], core[2])))
                else:
                    cores.append((core, number(*words[1:])))
            elif words == ["room"]:
                need(not picture.boxes and not picture.empty and not picture.sides and not picture.players, "picture")
                need(self.room is None, "rooms")
                self.room = picture.zone
            else:
                need(words[0] == "zone" and not picture.players and not picture.empty, "zone")
                most = len(picture.zone & self.goals)
                need(number(*words[1:]) == most, "goals of a zone")
                only = {}
                for cell, side in picture.sides.items():
                    need(side in self.floor - picture.boxes, "side")
                    only[cell] = self.region(picture.boxes | {cell}, side)
                self.zones.append((picture.boxes, picture.zone, most, only))
        for core, most in cores:
            self.follow(core, most)

    def region(self, boxes, player):
        seen, stack = {player}, [player]
        while stack:
            cell = stack.pop()
            new = {step(cell, d) for d in DIRECTIONS.values()} & self.floor - boxes - seen
            seen |= new
            stack += new
        return frozenset(seen)

    def pushes(self, movers, boxes):
        for cell in sorted(movers):
            for d in DIRECTIONS.values():
                if {step(cell, d), step(cell, d, -1)} <= self.floor - boxes:
                    yield cell, step(cell, d), step(cell, d, -1)

    def covered(self, boxes, empty, player, asked):
        return any(
            held <= boxes and sum(c not in only or player in only[c] for c in boxes & zone) > most
            for held, zone, most, only in self.zones
        ) or any(player in region and b <= boxes and e <= empty for b, e, region in self.patterns if asked(b, e))

    def after(self, boxes, empty, start, to):
        """Whether the positions after a push are covered, by a statement with the box or with its old square in E."""
        return self.covered(boxes, empty, start, lambda b, e: to in b or start in e)

    def open(self, boxes, empty, region):
        for start, to, player in self.pushes(boxes, boxes):
            if player in region:
                now = boxes - {start} | {to}, empty - {to} | {start}
                if not self.after(*now, start, to):
                    yield *now, start, to

    def strangers(self, boxes, empty, region, to):
        for d in DIRECTIONS.values():
            start, player = step(to, d), step(to, d, 2)
            if start in self.floor - boxes - empty and player in region:
                if not self.covered(boxes | {start}, frozenset(), player, lambda b, e: start in b):
                    yield start

    def is_unsolved(self, boxes, empty):
        return boxes - self.goals or self.is_full and empty & self.goals

    def follow(self, core, most):
        noted = self.goals if core[1] <= self.goals else self.goals | core[1] | core[0]
        queue, count = deque([(*core, None)]), 0
        while queue:
            boxes, empty, player, to = queue.popleft()
            if self.after(boxes, empty, player, to) if to else self.covered(boxes, empty, player, lambda b, e: True):
                continue
            region, empty = self.region(boxes, player), empty & noted
            while any(entered := [c for c in sorted(empty) if any(self.strangers(boxes, empty, region, c))]):
                empty -= {entered[0]}
            need((count := count + 1) <= most and self.is_unsolved(boxes, empty), "core")
            queue.extend(list(self.open(boxes, empty, region)))
            self.patterns.append((boxes, empty, region))

    def check(self):
        for boxes, empty, region in self.patterns:
            need(self.is_unsolved(boxes, empty) and not any(self.open(boxes, empty, region)), "pattern")
            for to in empty:
                for start in self.strangers(boxes, empty, region, to):
                    need(self.after(boxes | {to}, empty - {to} | {start}, start, to), "another box")
        for held, zone, _, only in self.zones:
            counts = lambda cell, player: cell in zone and (cell not in only or player in only[cell])
            for start, to, player in self.pushes(held | zone, held):
                if start in held or counts(start, player) and not counts(to, start):
                    need(self.after(held - {start} | {to}, frozenset(), start, to), "a way out of a zone")
        is_dead = self.covered(self.boxes, self.floor - self.boxes, self.player, lambda b, e: True)
        if self.words in (["claim", "dead"], ["claim", "unsolvable"]):
            return need(is_dead, "claim")
        need(self.words[:2] in (["claim", "bound"], ["claim", "optimal"]), "claim")
        pushes = number(*self.words[2:])
        need(is_dead or self.is_bound(pushes), "bound")
        need(self.words[1] == "bound" or self.moves and self.replayed() == pushes, "moves")

    def places(self, floor, cell, player):
        """Fewest pushes, cell and region of each place of a lone box on a part of the floor."""
        walls = self.floor - floor
        seen, queue = set(), deque([(0, cell, player)])
        while queue:
            pushes, cell, player = queue.popleft()
            region = self.region(walls | {cell}, player)
            if (cell, min(region)) not in seen:
                seen.add((cell, min(region)))
                yield pushes, cell, region
                to = [push[1] for push in self.pushes({cell}, walls | {cell}) if push[2] in region]
                queue.extend((pushes + 1, next_cell, cell) for next_cell in to)

    def goal_room(self):
        """The doors of the room, each with the pushes to its goals, and the goals in the order in which they are filled."""
        squares, doors, inner, order = self.room, {}, [], []
        filled = self.goals & squares
        need(self.is_full and not self.boxes & squares, "boxes of a room")
        for start in sorted(self.floor - squares):
            into = [d for d in DIRECTIONS.values() if step(start, d) in squares]
            need(len(into) <= 1, "door")
            for d in into:
                to, stand, alone = step(start, d), step(start, d, -1), {}
                inner.append(to)
                for pushes, cell, _ in self.places(self.floor, to, start):
                    alone.setdefault(cell, pushes)
                alone = {goal: pushes for goal, pushes in alone.items() if goal in self.goals}
                if alone and stand in self.floor:
                    need(alone.keys() == filled, "goals of a room")
                    doors[start] = to, stand, alone
        need(doors, "no door")
        first = next(iter(doors.values()))[2]
        need(all(len({alone[goal] - first[goal] for goal in filled}) == 1 for _, _, alone in doors.values()), "doors")

        def fits(start, to, stand, pushes, goal):
            floor = squares - filled | {goal, start, stand}
            return any((n, cell) == (pushes, goal) and stand in region for n, cell, region in self.places(floor, to, start))

        while filled:
            walk = self.region(self.floor - squares | filled, inner[0])
            need(len(inner) == 1 or set(inner) <= walk - filled, "closed")
            fit = [g for g in filled if all(fits(start, to, stand, alone[g], g) for start, (to, stand, alone) in doors.items())]
            need(fit, "order")
            order, filled = fit[:1] + order, filled - {fit[0]}
        return {start: alone for start, (_, _, alone) in doors.items()}, order

    def is_bound(self, pushes):
        doors, order = self.goal_room() if self.room is not None else ({}, [])
        inside = self.room or frozenset()
        seen, queue = {}, deque([(self.boxes, self.player, pushes)])
        while queue:
            boxes, player, left = queue.popleft()
            region = self.region(boxes, player)
            if left <= max(len(boxes - self.goals), seen.get((boxes, min(region)), 0)):
                continue
            seen[boxes, min(region)] = left
            if boxes <= self.goals:
                return False
            for start, to, stand in self.pushes(boxes - inside, boxes):
                made, filled = 1, len(boxes & inside)
                if to in inside:
                    if start not in doors or filled == len(order):
                        continue
                    to = order[filled]
                    made += doors[start][to]
                now = boxes - {start} | {to}
                if stand in region and not self.after(now, self.floor - now, start, to):
                    queue.append((now, start, left - made))
        return True

    def replayed(self):
        boxes, player, pushes = self.boxes, self.player, 0
        for letter in self.moves.lower():
            need(letter in MOVES, "move")
            to, beyond = step(player, MOVES[letter]), step(player, MOVES[letter], 2)
            if to in boxes:
                need(beyond in self.floor and beyond not in boxes, "push")
                boxes, pushes = boxes - {to} | {beyond}, pushes + 1
            need(player := to in self.floor and to, "wall")
        return pushes if boxes <= self.goals else None


if __name__ == "__main__":
    for part in ("\n" + sys.stdin.read()).split("\nsokoproof 1\n")[1:]:
        try:
            Proof("sokoproof 1\n" + part).check()
            print("ok")
        except Refused as why:
            print(f"refused: {why}")
