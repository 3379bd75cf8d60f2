/// The mark: a gatehouse, seen from the road.
enum Mark {
    /// Three merlons, and a round arch to walk through.
    private static let shape =
        "M3 3h4v3h3V3h4v3h3V3h4v18h-5.5v-6a3.5 3.5 0 0 0-7 0v6H3z"

    /// The mark within a page, in the colour of the text around it; says nothing to a screen reader, as the name stands beside it.
    static let inline = """
        <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false"><path fill="currentColor" d="\(shape)"/></svg>
        """

    /// The mark as a file.
    static let file = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#0f6b5c" d="\(shape)"/></svg>

        """
}
