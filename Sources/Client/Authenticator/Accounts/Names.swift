// The compatibility module has classes of the same names; there, these are told from them, which the module's name can't do, since it is
// this type's as well.

package typealias AuthenticatorAccount = Account
package typealias AuthenticatorMechanism = Mechanism
package typealias AuthenticatorNotification = PushNotification
