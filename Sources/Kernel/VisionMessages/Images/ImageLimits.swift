/// The bounds of images, checked before anything is allocated for their pixels.
public enum ImageLimits {
    /// The longest file, in bytes: 8 MiB.
    public static let bytes = 8 << 20
    /// The most pixels: 25 megapixels.
    public static let pixels = 25_000_000
    /// The longest that either side may be, in pixels: what both kinds' decoders take.
    public static let longestSide = 65_535
    /// The shortest that either side may be, in pixels.
    public static let shortestSide = 32
}
