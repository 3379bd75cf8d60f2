import ArgumentParser
import Primitives

/// The options for a command's output: for people, or as JSON.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Prints a table, or an array of the whole objects.
    func show(_ rows: [JSONObject], columns: [String]) {
        if json { return Terminal.show(.array(rows.map { .object($0) })) }
        for line in Table(columns: columns, rows: rows).lines { print(line) }
    }

    /// Prints an object, a line for each member.
    func show(_ object: JSONObject) {
        if json { return Terminal.show(.object(object)) }
        let width = object.names.map(\.count).max() ?? 0
        for member in object.members {
            let (name, value) = (member.name, member.value)
            Terminal.say(name + String(repeating: " ", count: width - name.count + 2) + Table.text(value))
        }
    }

    /// Says what was found or done: a sentence for people, an object for programs.
    func report(_ sentence: String, _ object: JSONObject) {
        json ? Terminal.show(.object(object)) : Terminal.say(sentence)
    }

    /// Prints what was changed as it is now; after a dry run, as it would be.
    func show(_ object: JSONObject, _ change: ChangeOptions) {
        guard change.dryRun else { return show(object) }
        var object = object
        object["dryRun"] = true
        show(object)
    }

    /// Says what was changed; after a dry run, that it wasn't.
    func report(_ sentence: String, _ object: JSONObject, _ change: ChangeOptions) {
        guard change.dryRun else { return report(sentence, object) }
        var object = object
        object["dryRun"] = true
        report("dry run, nothing is changed: \(sentence)", object)
    }
}
