//! Lists of numbers for many rows, in two flat vectors (compressed sparse rows). Built once from rows in order or by
//! transposition; read as slices.

/// Lists of numbers: row `i` is `values[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Rows {
    /// Creates the lists from the rows in order.
    pub(super) fn from_rows<R: IntoIterator<Item = u32>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut result = Self { starts: vec![0], values: Vec::new() };
        for row in rows {
            result.values.extend(row);
            result.starts.push(narrow(result.values.len()));
        }
        result
    }

    /// Returns the transposed lists: row `v` contains the number of every row of `self` that contains `v`, in order.
    pub(super) fn transposed(&self, rows: usize) -> Self {
        let mut starts = vec![0_u32; rows + 2];
        for &value in &self.values {
            starts[value as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut values = vec![0; self.values.len()];
        for row in 0..self.len() {
            for &value in self.row(row) {
                let slot = &mut starts[value as usize + 1];
                values[*slot as usize] = narrow(row);
                *slot += 1;
            }
        }
        starts.pop();
        Self { starts, values }
    }

    /// Returns the number of rows.
    pub(super) const fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the numbers in one row.
    #[inline]
    pub(super) fn row(&self, index: usize) -> &[u32] {
        &self.values[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 entries")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_turns_holders_and_held_round() {
        let rows = Rows::from_rows([vec![2, 0], vec![], vec![2]]);
        let turned = rows.transposed(4);
        assert_eq!((0..4).map(|i| turned.row(i).to_vec()).collect::<Vec<_>>(), [vec![0], vec![], vec![0, 2], vec![]]);
    }
}
