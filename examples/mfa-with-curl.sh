#!/usr/bin/env bash
# A second factor by the platform's API, with nothing but curl: from a user without a device to completed authentications.
#
#   examples/mfa-with-curl.sh BASE ENVIRONMENT CLIENT SECRET
#
# BASE is where the server is reached, ENVIRONMENT the realm's UUID (gatehouse realm list), CLIENT and SECRET a worker's:
#   gatehouse client create worker --confidential --realm alpha --role "Identity Data Admin" --role "Environment Admin"
#
# Needs curl, jq, openssl and base32 (coreutils). Everything that it makes, it removes.
set -euo pipefail
base="${1:?where the server is, http://localhost:8080}" environment="${2:?the environment, a UUID}" client="${3:?client}" secret="${4:?secret}"
api="$base/v1/environments/$environment"
authentications="$base/$environment/deviceAuthentications"
status=0 answer=''

say() { printf '\n── %s\n' "$*"; }
fail() { printf '✗ %s\n%s\n' "$1" "$answer" >&2; exit 1; }

token="$(curl -sS -u "$client:$secret" -d grant_type=client_credentials "$base/$environment/as/token" | jq -r .access_token)"
[[ -n "$token" && "$token" != null ]] || fail "no token"

# ask METHOD URL [BODY] [ACTION]: sends a request; the answer is in $answer, its status in $status. ACTION is the middle of the media type
# application/vnd.pingidentity.ACTION+json.
ask() {
    local type=application/json
    [[ -z "${4:-}" ]] || type="application/vnd.pingidentity.$4+json"
    local -a body=()
    [[ -z "${3:-}${4:-}" ]] || body=(-H "Content-Type: $type" --data-raw "${3:-}")
    answer="$(curl -sS -X "$1" -H "Authorization: Bearer $token" "${body[@]}" -w '\n%{http_code}' "$2")"
    status="${answer##*$'\n'}" answer="${answer%$'\n'*}"
}

# expect STATUS [JQ TEST]: the last answer is as it should be.
expect() {
    [[ "$status" == "$1" ]] || fail "expected $1, not $status"
    [[ -z "${2:-}" ]] || jq -e "$2" <<<"$answer" >/dev/null || fail "expected $2"
    [[ -z "$answer" ]] || jq -c '{status, selectedDevice, code, authenticators, error} | with_entries(select(.value != null))' <<<"$answer"
}

field() { jq -r "$1" <<<"$answer"; }

# passcode BASE32 STEPS: what an authenticator app shows for this secret so many half minutes from now (RFC 6238).
passcode() {
    local text="$1" key counter mac offset
    while ((${#text} % 8)); do text+='='; done
    key="$(base32 -d <<<"$text" | od -An -v -tx1 | tr -d ' \n')"
    counter="$(printf '%016x' $(($(date +%s) / 30 + $2)))"
    mac="$(printf "$(sed 's/../\\x&/g' <<<"$counter")" | openssl dgst -sha1 -mac HMAC -macopt "hexkey:$key" | sed 's/.* //')"
    offset=$((16#${mac:39:1} * 2))
    printf '%06d' $(((16#${mac:$offset:8} & 0x7fffffff) % 1000000))
}

say "a user"
name="curl-$RANDOM$RANDOM"
ask POST "$api/users" "{\"username\": \"$name\", \"email\": \"$name@example.com\"}"
expect 201
user="$(field .id)"
policies=()
clean_up() {
    local policy
    curl -sS -o /dev/null -X DELETE -H "Authorization: Bearer $token" "$api/users/$user" || true
    for policy in "${policies[@]}"; do
        curl -sS -o /dev/null -X DELETE -H "Authorization: Bearer $token" "$api/deviceAuthenticationPolicies/$policy" || true
    done
}
trap clean_up EXIT

say "who isn't asked for a second factor yet"
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}}"
expect 400 '.code == "REQUEST_FAILED"'
ask PUT "$api/users/$user/mfaEnabled" '{"mfaEnabled": true}'
expect 200 .mfaEnabled

say "and has no device: the authentication fails"
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}}"
expect 201 '.status == "FAILED" and .error.code == "NO_USABLE_DEVICES"'

say "an authenticator app is paired, and activated with a passcode"
ask POST "$api/users/$user/devices" '{"type": "TOTP"}'
expect 201 '.status == "ACTIVATION_REQUIRED" and (.keyUri | startswith("otpauth://totp/"))'
device="$(field .id)" seed="$(field .secret)"
ask POST "$api/users/$user/devices/$device" '{"otp": "000000"}' device.activate
expect 400 '.details[0].code == "INVALID_OTP"'
ask POST "$api/users/$user/devices/$device" "{\"otp\": \"$(passcode "$seed" 0)\"}" device.activate
expect 200 '.status == "ACTIVE"'
ask PUT "$api/users/$user/devices/$device/nickname" '{"nickname": "My app"}'
expect 200 '.nickname == "My app"'

say "an authentication asks for a passcode"
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}}"
expect 201 '.status == "OTP_REQUIRED" and ._links["otp.check"] != null'
authentication="$(field .id)"
ask POST "$authentications/$authentication" '{"otp": "000000"}' otp.check
expect 400 '.code == "INVALID_DATA" and .details[0].code == "INVALID_OTP" and .details[0].target == "otp"'
ask POST "$authentications/$authentication" "{\"otp\": \"$(passcode "$seed" 1)\"}" otp.check
expect 200 '.status == "COMPLETED" and (.authenticators | index("mfa") != null)'
ask GET "$authentications/$authentication"
expect 200 '.status == "COMPLETED"'
ask POST "$authentications/$authentication" "{\"otp\": \"$(passcode "$seed" 2)\"}" otp.check
expect 400 '.code == "REQUEST_FAILED"'

say "a passcode counts once, and may come along from the beginning"
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}, \"otp\": \"$(passcode "$seed" 2)\"}"
expect 201 '.status == "COMPLETED"'
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}, \"otp\": \"$(passcode "$seed" 2)\"}"
expect 400 '.details[0].code == "INVALID_OTP"'

say "a policy by which the user chooses the device"
off='{"enabled": false}' on='{"enabled": true}'
ask POST "$api/deviceAuthenticationPolicies" "{\"name\": \"$name\", \"sms\": $off, \"voice\": $off, \"email\": $off, \"totp\": $on,
    \"mobile\": $on, \"authentication\": {\"deviceSelection\": \"ALWAYS_DISPLAY_DEVICES\"}}"
expect 201
policy="$(field .id)"
policies+=("$policy")
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}, \"policy\": {\"id\": \"$policy\"}}"
expect 201 '.status == "DEVICE_SELECTION_REQUIRED" and (._embedded.devices | length == 1)'
authentication="$(field .id)"
ask POST "$authentications/$authentication" "{\"device\": {\"id\": \"$(field '._embedded.devices[0].id')\"}}" device.select
expect 200 '.status == "OTP_REQUIRED"'
ask POST "$authentications/$authentication" "{\"otp\": \"$(passcode "$seed" 3)\"}" otp.check
expect 200 '.status == "COMPLETED"'

say "a blocked device is none"
ask POST "$api/users/$user/devices/$device" '{}' device.block
expect 200 '.block.status == "BLOCKED"'
ask POST "$authentications" "{\"user\": {\"id\": \"$user\"}}"
expect 201 '.status == "FAILED" and .error.unavailableDevices[0].id == "'"$device"'"'
ask POST "$api/users/$user/devices/$device" '{}' device.unblock
expect 200 '.block.status == "UNBLOCKED"'

say "a key to pair a phone with, and its end"
ask POST "$api/users/$user/pairingKeys" '{}'
expect 201 '.status == "UNCLAIMED" and (.code | length == 14)'
key="$(field .id)"
ask DELETE "$api/users/$user/pairingKeys/$key"
expect 204
ask GET "$api/users/$user/pairingKeys/$key"
expect 404 '.code == "NOT_FOUND"'

say "a bypass for a while"
ask PUT "$api/users/$user/bypassMFA" "{\"bypassMFAEnabledUntil\": \"$(date -u -d '+1 hour' +%Y-%m-%dT%H:00:00.000Z)\"}"
expect 200 .bypassMFAEnabled

say "the device goes"
ask DELETE "$api/users/$user/devices/$device"
expect 204
ask GET "$authentications/$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)"
expect 404

say "done"
