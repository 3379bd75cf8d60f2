import Administration
import ArgumentParser
import Primitives

/// `gatehouse template`
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "E-mail templates: what a realm's messages say.",
        subcommands: [
            ListCommand<TemplateObject>.self, ShowCommand<TemplateObject>.self, TemplateSaveCommand.self,
            DeleteCommand<TemplateObject>.self,
            TemplateRenderCommand.self,
        ])
}

extension TemplateObject: PrintedObject {
    static var examples: (showing: [String], name: String) { (["template show resetPassword > resetPassword.json"], "welcome") }

    static func show(_ template: Told, _ output: OutputOptions) { Terminal.show(template.json) }
}
