//! What can be left out, to see what it is worth.

/// A part that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// No box into a corner.
    Corner,
    /// No box to a wall between corners.
    Line,
    /// No box where a lone box can reach no goal.
    DeadSquares,
    /// No box into one of the deadlock patterns.
    Patterns,
    /// No box among frozen ones.
    Freeze,
    /// States that were seen before are known again.
    Transpositions,
    /// The box that was pushed last goes first: as the order of moves, and between nodes that are rated alike.
    Inertia,
    /// Pushes into a tunnel go on to its end, in the strategy `kth`: plans can be lost.
    Tunnels,
}

impl Switch {
    /// All.
    pub const ALL: [Self; 8] = [
        Self::Corner,
        Self::Line,
        Self::DeadSquares,
        Self::Patterns,
        Self::Freeze,
        Self::Transpositions,
        Self::Inertia,
        Self::Tunnels,
    ];

    /// Those that say that a position is dead.
    pub const RULES: [Self; 5] = [Self::Corner, Self::Line, Self::DeadSquares, Self::Patterns, Self::Freeze];

    /// The word that users write.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Line => "line",
            Self::DeadSquares => "dead-squares",
            Self::Patterns => "patterns",
            Self::Freeze => "freeze",
            Self::Transpositions => "transpositions",
            Self::Inertia => "inertia",
            Self::Tunnels => "tunnels",
        }
    }

    /// The switch of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.word() == word)
    }
}

/// Which parts are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches(u8);

impl Switches {
    /// What turns off all that says that a position is dead.
    pub const NO_RULES: &'static str = "no-rules";

    /// Is it on?
    pub const fn has(self, switch: Switch) -> bool {
        self.0 >> switch as u8 & 1 != 0
    }

    /// With one turned on or off.
    #[must_use]
    pub const fn set(self, switch: Switch, on: bool) -> Self {
        let bit = 1 << switch as u8;
        Self(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// Without any rule that says that a position is dead.
    #[must_use]
    pub fn without_rules(self) -> Self {
        Switch::RULES.into_iter().fold(self, |switches, rule| switches.set(rule, false))
    }

    /// After a word: `freeze` turns on, `no-freeze` off, `no-rules` turns off all rules. `None` for other words.
    pub fn with(self, word: &str) -> Option<Self> {
        if word == Self::NO_RULES {
            return Some(self.without_rules());
        }
        let (name, on) = word.strip_prefix("no-").map_or((word, true), |name| (name, false));
        Switch::named(name).map(|switch| self.set(switch, on))
    }

    /// The fewest words that lead here from what is usual.
    pub fn words(self) -> Vec<String> {
        let changed = |switch: &Switch| self.has(*switch) != Self::default().has(*switch);
        let word = |switch: &Switch| format!("{}{}", if self.has(*switch) { "" } else { "no-" }, switch.word());
        let rules_off = Switch::RULES.iter().filter(|rule| changed(rule)).count();
        if rules_off * 2 <= Switch::RULES.len() {
            return Switch::ALL.iter().filter(|switch| changed(switch)).map(word).collect();
        }
        let rules_on = Switch::RULES.iter().filter(|rule| self.has(**rule)).map(word);
        let others = Switch::ALL[Switch::RULES.len()..].iter().filter(|switch| changed(switch)).map(word);
        std::iter::once(Self::NO_RULES.to_owned()).chain(rules_on).chain(others).collect()
    }
}

impl Default for Switches {
    /// All on but inertia, which is SokoBOT's own.
    fn default() -> Self {
        Self(u8::MAX).set(Switch::Inertia, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_switches_they_were_made_of() {
        for bits in 0..=u8::MAX {
            let words = Switches(bits).words();
            let again = words.iter().try_fold(Switches::default(), |switches, word| switches.with(word));
            assert_eq!(again, Some(Switches(bits)), "{words:?}");
        }
        assert_eq!(Switches::default().with("no-nonsense"), None);
    }
}
