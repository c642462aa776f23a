//! Where boxes wait that a packing plan has not used yet.

/// Where boxes wait that the search from the end has removed; played forwards, boxes with later steps.
///
/// ```text
///   ##########     All boxes come from the starts on the right. Once two of them are taken out, a box from the goals g
///   #gg     $#     may be parked on one of their starts only if they wait anywhere. Played forwards, a step that parks
///   #gg     $#     a box there looks done at the beginning, by the box that waits there for its own step.
///   ##########
/// ```
/// With the feature-space search alone, 3,000 nodes a level, on XSokoban, Sasquatch I and III and Grigr2001, 171 levels
/// are solved if they wait at their starts, 169 if they wait anywhere; the former wins five and loses three. So the
/// solver has a search of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// On their starts: no other box is parked there, and a step counts as done only while each waiting box can still
    /// be used for a later one.
    AtStarts,
    /// Anywhere: boxes may change places, and a step counts as done with any box on its square.
    Anywhere,
}
