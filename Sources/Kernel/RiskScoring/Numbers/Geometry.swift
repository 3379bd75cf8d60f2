/// Distances on the globe in whole numbers: a table of sines, straight lines between, and a sphere of the mean radius 6371.0088 km. The error
/// is below 1 km up to 10 000 km, below 11 km up to 19 000 km, and below 60 km beyond.
enum Geometry {
    /// The length of one degree of a great circle, in metres.
    static let degree = 111_195
    /// One degree in the unit of all angles here, millionths.
    private static let unit = 1_000_000

    /// The distance of two places along the great circle, in metres.
    static func distance(_ one: Place, _ other: Place) -> Int {
        let (a, b) = (vector(one), vector(other))
        let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
        return 2 * angle(ofHalfChord: Integers.squareRoot(x * x + y * y + z * z)) * degree / unit
    }

    /// The place on a sphere of radius 1 000 000.
    private static func vector(_ place: Place) -> (x: Int, y: Int, z: Int) {
        let ground = cosine(place.latitude)
        return (ground * cosine(place.longitude) / unit, ground * sine(place.longitude) / unit, sine(place.latitude))
    }

    /// The smallest angle from 0 to 90 degrees, twice whose sine is not less than a chord.
    private static func angle(ofHalfChord chord: Int) -> Int {
        var (low, high) = (0, 90 * unit)
        while low < high {
            let middle = (low + high) / 2
            if 2 * sine(middle) >= chord { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func cosine(_ angle: Int) -> Int { sine(angle + 90 * unit) }

    /// The sine in millionths, for an angle of any size.
    static func sine(_ angle: Int) -> Int {
        let turn = ((angle % (360 * unit)) + 360 * unit) % (360 * unit)
        if turn > 180 * unit { return -sine(turn - 180 * unit) }
        let folded = turn > 90 * unit ? 180 * unit - turn : turn
        let (whole, rest) = (folded / unit, folded % unit)
        guard rest > 0 else { return sines[whole] }
        return sines[whole] + (sines[whole + 1] - sines[whole]) * rest / unit
    }

    /// The sines of 0 to 90 degrees in millionths, rounded.
    private static let sines = [
        0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648, 190_809, 207_912, 224_951, 241_922,
        258_819, 275_637, 292_372, 309_017, 325_568, 342_020, 358_368, 374_607, 390_731, 406_737, 422_618, 438_371, 453_990, 469_472,
        484_810, 500_000, 515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815, 615_661, 629_320, 642_788, 656_059, 669_131,
        681_998, 694_658, 707_107, 719_340, 731_354, 743_145, 754_710, 766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038,
        838_671, 848_048, 857_167, 866_025, 874_620, 882_948, 891_007, 898_794, 906_308, 913_545, 920_505, 927_184, 933_580, 939_693,
        945_519, 951_057, 956_305, 961_262, 965_926, 970_296, 974_370, 978_148, 981_627, 984_808, 987_688, 990_268, 992_546, 994_522,
        996_195, 997_564, 998_630, 999_391, 999_848, 1_000_000,
    ]
}
