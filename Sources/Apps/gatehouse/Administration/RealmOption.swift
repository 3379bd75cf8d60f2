import Administration
import ArgumentParser

/// The realm that a command works in.
struct RealmOption: ParsableArguments {
    @Option(help: "The realm, such as alpha or root.")
    var realm = "alpha"

    var path: AdministeredRealm { get throws { try AdministeredRealm(typed: realm) } }
}

/// The realm that a command about a realm names.
struct RealmArgument: ParsableArguments {
    @Argument(help: "The realm, such as alpha.") var realm: String

    var path: AdministeredRealm { get throws { try AdministeredRealm(typed: realm) } }
}
