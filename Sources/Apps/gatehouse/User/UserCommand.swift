import ArgumentParser

/// `gatehouse user`
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Users of a realm.",
        subcommands: [
            UserListCommand.self, UserQueryCommand.self, UserShowCommand.self, UserGetCommand.self, UserSetCommand.self,
            UserAdministratorCommand.self, UserCreateCommand.self, UserSetPasswordCommand.self, UserLockCommand.self,
            UserUnlockCommand.self, UserProveMailCommand.self, UserActivateCommand.self, UserDeactivateCommand.self, UserDeleteCommand.self,
            UserImportCommand.self, UserExportCommand.self,
        ])
}
