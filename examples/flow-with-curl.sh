#!/usr/bin/env bash
# Signing in without redirects, with nothing but curl: an authorization request, a flow, tokens.
#
#   examples/flow-with-curl.sh BASE ENVIRONMENT CLIENT USER PASSWORD [PASSCODE COMMAND…]
#
# BASE is where the server is reached, ENVIRONMENT the realm's UUID (gatehouse realm list), CLIENT a public client of it. Where a device is asked,
# PASSCODE COMMAND prints a passcode (phone passcode --name demo); without it the script waits for the push to be approved, and says its number.
#
# Needs curl, jq and openssl.
set -euo pipefail
base="${1:?where the server is, http://localhost:8080}" environment="${2:?the environment, a UUID}" client="${3:?client}"
user="${4:?user}" password="${5:?password}"
shift 5
jar="$(mktemp)" status=0 answer=''
trap 'rm -f "$jar"' EXIT

say() { printf '\n── %s\n' "$*"; }
fail() { printf '✗ %s\n%s\n' "$1" "$answer" >&2; exit 1; }
field() { jq -r "$1" <<<"$answer"; }

# ask ARGUMENTS…: a request with the flow's cookie; the answer is in $answer, its status in $status.
ask() {
    answer="$(curl -sS -b "$jar" -c "$jar" -w '\n%{http_code}' "$@")"
    status="${answer##*$'\n'}" answer="${answer%$'\n'*}"
    jq -c '{status, code, message, numberMatching, error} | with_entries(select(.value != null))' <<<"$answer"
}

# act ACTION BODY: does something in the flow.
act() { ask -H "Content-Type: application/vnd.pingidentity.$1+json" --data-raw "$2" "$flow"; }

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

say "an authorization request, answered with a flow"
verifier="$(openssl rand 32 | base64url)"
challenge="$(printf '%s' "$verifier" | openssl dgst -sha256 -binary | base64url)"
ask -G "$base/$environment/as/authorize" -d response_type=code -d response_mode=pi.flow -d "client_id=$client" -d scope=openid \
    -d "code_challenge=$challenge" -d code_challenge_method=S256
[[ "$status" == 200 ]] || fail "no flow"
flow="$(field '._links.self.href')"

say "a wrong password is refused, and the flow stays"
act usernamePassword.check "$(jq -n --arg u "$user" '{username: $u, password: "not this one"}')"
[[ "$status" == 400 ]] || fail "expected 400, not $status"

say "the password"
act usernamePassword.check "$(jq -n --arg u "$user" --arg p "$password" '{username: $u, password: $p}')"
[[ "$status" == 200 ]] || fail "the password was refused"

for ((turn = 0; turn < 60; turn++)); do
    case "$(field .status)" in
    COMPLETED | FAILED) break ;;
    OTP_REQUIRED | PUSH_CONFIRMATION_REQUIRED | PUSH_CONFIRMATION_TIMED_OUT)
        if (($#)); then
            say "a passcode"
            act otp.check "$(jq -n --arg o "$("$@" | tr -dc 0-9)" '{otp: $o}')"
            [[ "$status" == 200 ]] || fail "the passcode was refused"
        else
            sleep 1
            ask "$flow"
        fi
        ;;
    DEVICE_SELECTION_REQUIRED)
        say "the first device"
        act device.select "$(jq '{device: {id: ._embedded.devices[0].id}}' <<<"$answer")"
        ;;
    *) fail "a status that this script doesn't know" ;;
    esac
done
[[ "$(field .status)" == COMPLETED ]] || fail "not completed"

say "tokens for the code"
answer="$(curl -sS "$base/$environment/as/token" -d grant_type=authorization_code -d "client_id=$client" \
    -d "code=$(field .authorizeResponse.code)" -d "code_verifier=$verifier")"
jq -c 'keys' <<<"$answer"
jq -e .id_token <<<"$answer" >/dev/null || fail "no ID token"
say "done"
