/// Something that this app can't do, in words.
struct ExampleError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
