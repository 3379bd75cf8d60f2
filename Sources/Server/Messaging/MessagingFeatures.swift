package import Foundations

/// The features of the module.
package enum MessagingFeatures {
    /// The module's part of the installation's schema, sweep, erasure and settings.
    package static let all: [Feature] = [
        MailServers.feature, PushCredentials.feature, WebPushSenderKeys.feature, PushMailboxes.feature, PushSubscriptions.feature,
        AccountNotice.feature, OutboxStore.feature, MessageSettings.feature,
    ]
}
