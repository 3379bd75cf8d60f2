import ArgumentParser

/// The option that answers the question whether what can't be undone is meant.
struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false
}
