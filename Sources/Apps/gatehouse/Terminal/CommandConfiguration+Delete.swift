import ArgumentParser

extension CommandConfiguration {
    /// The command that deletes a thing. One verb has one meaning: what deletes is called `delete`, and `remove` is taken too.
    static func delete(abstract: String, discussion: String) -> CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: abstract, discussion: discussion, aliases: ["remove"])
    }
}
