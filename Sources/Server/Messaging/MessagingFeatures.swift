package import Foundations

/// The features of the module.
package enum MessagingFeatures {
    package static let all: [Feature] = [
        MailServers.feature, PushCredentials.feature, WebPushSenderKeys.feature, PushMailboxes.feature, PushSubscriptions.feature,
        AccountNotice.feature, OutboxStore.feature, MessageSettings.feature,
    ]
}
