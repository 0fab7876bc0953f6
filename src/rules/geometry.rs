//! The geometry of a board: where its cells and labels lie in a picture.
//!
//! A piece takes 100 units in each direction, which is the width of a square. The
//! origin is the upper left corner of the board without its labels; y grows downwards.

use super::{Content, Diagram, Shade, Slot};

/// The distance from a cell's border to the centre of its label.
const LABEL: i32 = 20;

/// A point, or the vector from one point to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The distance to the right.
    pub x: i32,
    /// The distance downwards.
    pub y: i32,
}

impl Point {
    const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    const fn plus(self, x: i32, y: i32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }
}

/// The shape of all cells of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellShape {
    /// Squares in rows and columns.
    #[default]
    Square,
    /// Regular hexagons with a flat top, in columns of which every second one is half a hex lower.
    Hex,
}

impl CellShape {
    /// Returns the corners around the centre of a cell, clockwise from the leftmost one on the
    /// upper edge. A hexagon is regular except that its height is rounded.
    #[must_use]
    pub const fn corners(self) -> &'static [Point] {
        const SQUARE: &[Point] =
            &[Point::new(-50, -50), Point::new(50, -50), Point::new(50, 50), Point::new(-50, 50)];
        const HEX: &[Point] = &[
            Point::new(-28, -49),
            Point::new(28, -49),
            Point::new(56, 0),
            Point::new(28, 49),
            Point::new(-28, 49),
            Point::new(-56, 0),
        ];
        match self {
            CellShape::Square => SQUARE,
            CellShape::Hex => HEX,
        }
    }

    /// Returns the distance from the centre of a cell to its rightmost and its lowest points.
    #[must_use]
    pub const fn extent(self) -> Point {
        match self {
            CellShape::Square => Point::new(50, 50),
            CellShape::Hex => Point::new(56, 49),
        }
    }

    /// Returns the distances between neighbouring columns and between neighbouring lines.
    #[must_use]
    pub const fn step(self) -> Point {
        match self {
            CellShape::Square => Point::new(100, 100),
            // slanted edges let columns overlap by a quarter of a hex, and the next column is half a hex lower
            CellShape::Hex => Point::new(84, 49),
        }
    }
}

/// A cell in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellPlace {
    /// The centre.
    pub centre: Point,
    /// The colour of the cell.
    pub shade: Shade,
}

/// A label in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelPlace {
    /// The centre of the text.
    pub centre: Point,
    /// The text: a letter or a number.
    pub text: String,
}

/// Where the cells and labels of a board lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// The shape of the cells.
    pub shape: CellShape,
    /// The lower right corner of the smallest rectangle around the cells.
    pub size: Point,
    /// The cells, by number.
    pub cells: Vec<CellPlace>,
    /// The labels.
    pub labels: Vec<LabelPlace>,
}

impl Geometry {
    /// The width of the margin around the board that holds the labels.
    pub const MARGIN: i32 = 44;

    /// Returns where a point lies after the board has been turned by 180 degrees.
    #[must_use]
    pub const fn opposite(&self, point: Point) -> Point {
        Point { x: self.size.x - point.x, y: self.size.y - point.y }
    }
}

impl Diagram {
    /// Returns the shape of the cells: squares if the rows of the diagram are a grid, and hexes otherwise.
    #[must_use]
    pub fn shape(&self) -> CellShape {
        if self.is_grid() { CellShape::Square } else { CellShape::Hex }
    }

    /// Returns the geometry of the board.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        let columns = self.cell_columns();
        let lines: Vec<_> = self.lines().collect();
        let mut geometry = self.placed(&lines, &columns);
        let (step, extent) = (geometry.shape.step(), geometry.shape.extent());
        for (line, slots) in lines.iter().enumerate() {
            geometry.label_line(slots, extent.y + step.y * line as i32);
        }
        for (slots, is_top) in [(self.rows.first(), true), (self.rows.last(), false)] {
            for slot in slots.into_iter().flatten() {
                if let (Some(text), Ok(at)) = (slot.label(), columns.binary_search(&slot.column)) {
                    geometry.label_column(text, extent.x + step.x * at as i32, is_top);
                }
            }
        }
        geometry
    }

    /// Places the cells of lines.
    fn placed(&self, lines: &[&[Slot]], columns: &[usize]) -> Geometry {
        let shape = self.shape();
        let (step, extent) = (shape.step(), shape.extent());
        let mut cells = vec![CellPlace { centre: Point::default(), shade: Shade::Light }; self.cells()];
        for (line, slots) in lines.iter().enumerate() {
            for slot in *slots {
                if let (Content::Cell { index, shade }, Ok(at)) =
                    (&slot.content, columns.binary_search(&slot.column))
                {
                    let (x, y) = (extent.x + step.x * at as i32, extent.y + step.y * line as i32);
                    cells[*index] = CellPlace { centre: Point { x, y }, shade: *shade };
                }
            }
        }
        let far = |of: fn(&Point) -> i32| cells.iter().map(|cell| of(&cell.centre)).max().unwrap_or(0);
        let size = Point { x: far(|point| point.x) + extent.x, y: far(|point| point.y) + extent.y };
        Geometry { shape, size, cells, labels: Vec::new() }
    }

    /// Returns the text columns that have cells, from left to right.
    pub(super) fn cell_columns(&self) -> Vec<usize> {
        let cells = self.rows.iter().flatten().filter(|slot| slot.is_cell());
        let mut columns: Vec<_> = cells.map(|slot| slot.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

impl Geometry {
    /// Places the labels at the two ends of a line of cells.
    fn label_line(&mut self, slots: &[Slot], y: i32) {
        let first = slots.iter().find_map(Slot::cell);
        let last = slots.iter().rev().find_map(Slot::cell);
        let (Some(first), Some(last)) = (first, last) else { return };
        for (slot, end, to_right) in [(slots.first(), first, -1), (slots.last(), last, 1)] {
            let (Some(text), end) = (slot.and_then(Slot::label), self.cells[end].centre) else { continue };
            let step = self.shape.step();
            let has_neighbour = |up: i32| self.is_cell(Point { x: end.x + to_right * step.x, y: y + up });
            let border = self.shape.extent().x + LABEL;
            let offset = match (self.shape, has_neighbour(-step.y), has_neighbour(step.y)) {
                (CellShape::Square, ..) | (CellShape::Hex, false, false) => Point::new(border, 0),
                // between two hexes of the outermost column, in line with their own labels
                (CellShape::Hex, true, true) => Point::new(step.x + border, 0),
                // beside the slanted edge, away from the letter of the next column
                (CellShape::Hex, true, false) => Point::new(62, 51),
                (CellShape::Hex, false, true) => Point::new(62, -51),
            };
            let centre = end.plus(to_right * offset.x, offset.y);
            self.labels.push(LabelPlace { centre, text: text.to_owned() });
        }
    }

    /// Places a label above the highest cell of a column or below the lowest one.
    fn label_column(&mut self, text: &str, x: i32, is_top: bool) {
        let column = self.cells.iter().map(|cell| cell.centre).filter(|centre| centre.x == x);
        let end = if is_top { column.min() } else { column.max() };
        if let Some(end) = end {
            let distance = self.shape.extent().y + LABEL;
            let centre = end.plus(0, if is_top { -distance } else { distance });
            self.labels.push(LabelPlace { centre, text: text.to_owned() });
        }
    }

    fn is_cell(&self, centre: Point) -> bool {
        self.cells.iter().any(|cell| cell.centre == centre)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::AnyPosition;
    use crate::rules::cescacs::Cescacs;
    use crate::rules::square::Chess;

    fn label<'g>(geometry: &'g Geometry, text: &str) -> Vec<&'g LabelPlace> {
        geometry.labels.iter().filter(|label| label.text == text).collect()
    }

    #[test]
    fn squares_lie_in_rows_and_columns() {
        let geometry = Chess::default().diagram().geometry();
        assert_eq!(geometry.size, Point::new(800, 800));
        let [a1, h8] = [0, 63].map(|cell| geometry.cells[cell]);
        assert_eq!(a1, CellPlace { centre: Point::new(50, 750), shade: Shade::Dark });
        assert_eq!(h8, CellPlace { centre: Point::new(750, 50), shade: Shade::Dark });
        assert_eq!(geometry.opposite(a1.centre), h8.centre);
        assert_eq!(geometry.labels.len(), 32);
        let centres: Vec<_> = label(&geometry, "1").into_iter().map(|label| label.centre).collect();
        assert_eq!(centres, [Point::new(-20, 750), Point::new(820, 750)]);
    }

    #[test]
    fn no_two_neighbouring_hexes_have_the_same_shade() {
        let geometry = Cescacs::default().diagram().geometry();
        let mut sides = 0;
        for one in &geometry.cells {
            let corners = CellShape::Hex.corners();
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let centre = one.centre.plus(from.x + to.x, from.y + to.y);
                if let Some(other) = geometry.cells.iter().find(|other| other.centre == centre) {
                    assert_ne!(one.shade, other.shade);
                    sides += 1;
                }
            }
        }
        // 169 hexes with six sides each, without the 90 at the border of the board
        assert_eq!(sides, 169 * 6 - 90);
        assert_eq!(geometry.size, Point::new(14 * 84 + 112, 28 * 49 + 98));
    }

    #[test]
    fn labels_lie_outside_the_cells_and_apart() {
        for geometry in [Chess::default().diagram().geometry(), Cescacs::default().diagram().geometry()] {
            for label in &geometry.labels {
                // a letter is at most 18 wide and 22 high
                let half = 9 * label.text.len() as i32;
                let is_covered = |cell: &CellPlace| {
                    [(half, 11), (half, -11), (-half, 11), (-half, -11), (half, 0), (-half, 0)].iter().any(
                        |(x, y)| {
                            let x = (label.centre.x + x - cell.centre.x).abs();
                            let y = (label.centre.y + y - cell.centre.y).abs();
                            match geometry.shape {
                                CellShape::Square => x < 50 && y < 50,
                                CellShape::Hex => y < 49 && 49 * x < 49 * 56 - 28 * y,
                            }
                        },
                    )
                };
                assert!(!geometry.cells.iter().any(is_covered), "{label:?}");
                let overlaps = |other: &&LabelPlace| {
                    (label.centre.x - other.centre.x).abs() < 30
                        && (label.centre.y - other.centre.y).abs() < 26
                };
                assert_eq!(geometry.labels.iter().filter(overlaps).count(), 1, "{label:?}");
            }
        }
    }
}
