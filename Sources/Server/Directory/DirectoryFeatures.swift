package import Foundations

/// The features of the module.
package enum DirectoryFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        Realms.feature, Users.feature, Applications.feature, SigningKeys.feature, UserIndex.feature, ProfileSchemas.feature,
        PasswordHistory.feature, SecurityQuestions.feature, RealmSecrets.feature, Populations.feature, FactorFailures.feature,
        BoundsSettings.feature, PasswordSettings.feature, QuestionSettings.feature, AccountSettings.feature, TokenSettings.feature,
        CrossOriginSettings.feature, EnvironmentSettings.feature, LookSettings.feature,
    ]
}
