//! The abstraction: states, operators, why it is exact, and what simpler models lose. This module holds no code.
//!
//! # The problem
//!
//! A board is cut into areas (rooms and tunnels). An abstract plan lists which box crosses which border next, and leaves out the
//! pushes inside the areas. The plan is only useful if the pushes that it leaves out can always be filled in. Botea, Müller and
//! Schaeffer (2002, section 4) take a room state to be a strongly connected component of the pushes inside the room, and keep one
//! result for each abstract action. The LISA report objects that the result is not determined: two boxes can both reach tunnel 1,
//! only one of them can reach tunnel 2, and the result "a box is in tunnel 1" leaves tunnel 2 open.
//!
//! ```text
//!   ##  1  #      The player is in the room and both boxes $ can leave by opening 1. After one of them did, the other
//!   ###  $##      one may or may not be able to leave by opening 2. The state "one box left by 1" alone does not
//!   ###  @##      separate the two outcomes.
//!   ## 2$ ##
//! ```
//!
//! The exact method keeps all outcomes together, as one set of local states for each area: a crossing has one outcome.
//!
//! # States
//!
//! A *local state* of an area is the set of its boxes together with the component of the area's free squares that the player is in,
//! if the player is inside ([`LocalState`](crate::abstraction::LocalState)).
//!
//! A *silent step* is a push for which the player, the box and the square that the box goes to all lie in one area. Walks inside
//! the area need no step, since the component contains all squares that the player reaches.
//!
//! The area that holds the player is *active*. Every other area, tunnels included, is *suspended*. An abstract state
//! ([`AbstractState`](super::AbstractState)) consists of
//!
//! - the active area and a set of its local states, closed under silent steps;
//! - for each suspended area, the set of box sets that it may hold.
//!
//! The members of such a set (a *part*) are alternatives among which the player can still choose: only the next crossing that
//! touches the area fixes the choice.
//!
//! # Operators
//!
//! An operator is one crossing of a border: a step or a push whose squares lie in more than one area. It is described by one effect
//! on each area that it touches ([`AreaEffect`](crate::abstraction::AreaEffect)). The player is in area `r` before.
//!
//! | operator | condition | effect |
//! |---|---|---|
//! | walk to `s` | the player can reach the opening's square in `r`; its square in `s` is free | `r` is left with every box set that lets him reach the square; `s` becomes active with the members whose square is free |
//! | push out | player and box in `r`, the box's target in `s` | `r` loses the box and stays active; `s` gains it in every member where the target is free |
//! | push in | player in `r`, box and target in `s` | `r` is left; `s` becomes active with the box moved, the player on its former square |
//! | push through | player in `r`, box in `s`, target in `u` | `r` is left, `s` is entered and loses the box, `u` gains it |
//!
//! `r` and `u` may be the same area. Openings of one square and tunnels of one square need no special case. A level is solved when
//! every area, suspended or active, has a member that holds boxes on exactly its goals.
//!
//! # Why it is exact
//!
//! *Claim.* Without a budget, an abstract plan exists if and only if the level has a solution.
//!
//! *From the level to the plan.* Take a solution and cut it at its crossings. Between two crossings only silent steps are made in
//! the active area, so its concrete local state stays inside the closure. At each crossing the concrete local states of the areas
//! concerned are members of their parts, the condition of the operator holds for them, and the effect keeps their successors. So
//! the concrete position is a member of every abstract state along the plan, and at the end it shows that the goal holds.
//!
//! *From the plan to the level.* The following holds along every plan: each combination of one member for each part is reached by
//! some run of pushes that makes exactly the crossings of the plan so far. It holds at the start. The closure consists of reached
//! states, so silent steps keep the claim true. A crossing restricts each area that it touches by a condition on that area alone,
//! and changes it by an effect on that area alone; areas that it does not touch keep all their members. Hence the members that
//! remain are independent of each other, and every combination of them comes from a combination before. At the end, the combination
//! of members that hold exactly their goals is reached by a run, which is a solution.
//!
//! The second half also shows how a plan is realised: choose the members at the end, then backwards at each crossing a predecessor
//! of the later member. Only then the pushes are made, forwards.
//!
//! Tests of the planner check the claim against exhaustive search on thousands of small levels, cut at random.
//!
//! # What simpler models lose
//!
//! **Choosing the member when the area is left.** In the level below the areas are the columns 1 to 3 and 4 to 6. The box at the
//! left can be pushed down onto its goal and up again, so both places belong to one set. A planner that commits itself to "not
//! pushed" when the player walks over to the right cannot push it any more once the other box has come to its goal in the top row,
//! which closes the player's way back.
//!
//! ```text
//!   ########
//!   #@ .$  #
//!   #$#    #
//!   #.     #
//!   #  #  ##
//!   ########
//! ```
//!
//! **Leaving out pushes across the opening.** With only walks and pushes that are made from inside, that is without "push in" and
//! "push through", 542 of 1432 random levels are wrongly called unsolvable. A push further into the room by a player in the
//! opening, outside the room, needs no row of its own in the table above.
//!
//! **Losing the player's place.** If the sets are built as if the player could come in by any opening at any time, and the active
//! area is not part of the state, 39 of the 1432 levels are wrongly called solvable. If, the other way round, the player is
//! confined to the component that he is in, with no silent step between components, 782 are wrongly called unsolvable.
//!
//! # What keeps it small
//!
//! An abstract state is dropped if all its parts are contained in the parts of an earlier state. Without this rule the search
//! visits more abstract states than there are positions; with it, fewer.
//!
//! # Labels
//! Tables are explored under a budget of local states. The local states of a cut closure are real, but some may be missing. So a
//! crossing is `deterministic` if its closure is complete, else `unknown` ([`Label`](crate::abstraction::Label)). If a
//! search is exhausted and no closure was cut, the level is unsolvable.
//!
//! Each step of a solution of any search is labelled by this definition afterwards ([`label_steps`](crate::steps::label_steps)):
//! the pushes inside the area that its box leaves are closed under a budget, the boxes outside left as they are.
//!
//! # Room events in a position
//!
//! The planner of room events ([`EventSearch`](crate::planner::EventSearch)) needs no tables of areas: it works in positions, and
//! closes one area at a time, the boxes outside left where they are ([`Explorer`](crate::abstraction::Explorer)). Its
//! moves are *events* (silent pushes to a member of the closure, then one box over a border and on to any square) and
//! *arrangements* (silent pushes to a member). It uses the labels above, known when a move is chosen.
//!
//! *Kept solutions.* If the closures of a position are complete, every push of a box has its counterpart: a push inside an area is
//! an arrangement, since every member is a move, with or without a gain; a push over a border is an event, or leads to a dominated
//! outcome. Leaving out arrangements without a gain loses solutions: a box of another area may need the room that they make. If a
//! closure is cut, the pushes of the full push search are moves too.
//!
//! *Lost solutions.* Outcomes are compared without the box that has left. If one of two outcomes of a step over a border leads to
//! the other, only the first is made, with the box beyond the border. The silent pushes that lead to the other are then made later,
//! with that box on the board, where it may block them or the player. So an outcome can be delayed until the box has gone on, or
//! lost.
//!
//! So the planner is not complete, and never proves that a level has no solution. Its reports on steps are true: every step is
//! replayed, and its label follows the definition.
//!
//! # Dead rooms
//!
//! A local state is dead when the area cannot come to hold boxes on exactly its goals, although the outside is relaxed: the player
//! may come to any opening, push in and push through, and a box may arrive on any free square at an opening, never more boxes than
//! the level has ([`DeadRoom`](crate::abstraction::DeadRoom)). The relaxation contains all real events, so the verdict
//! is sound. An area without goals must end empty; boxes may pass through it.
//!
//! # Sources
//!
//! - A. Botea, M. Müller, J. Schaeffer: Using Abstraction for Planning in Sokoban. Computers and Games 2002.
//! - The LISA report, on rooms, tunnels and the objection above.
//! - B. Marthi, S. Russell, J. Wolfe: Angelic Semantics for High-Level Actions. ICAPS 2007. Sets of reachable states.
//! - F. Bacchus, Q. Yang: Downward Refinement and the Efficiency of Hierarchical Problem Solving. Artificial Intelligence 71, 1994.
