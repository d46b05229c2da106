#!/bin/sh
# Shows an event, the rule that is about it, what the agent is answered, and why: demo.sh
# BCRULES, the program that answers. All of it is in a folder that is gone afterwards, the
# user's log, too.
set -e
bcrules=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
recipes=$(cd "$(dirname "$0")/../../rules/recipes" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir rules home
sed '1s/.*/package rules/' "$recipes/no-force-push.cue" >rules/no-force-push.cue
cat >event.json <<'EVENT'
{"hook_event_name": "PreToolUse", "cwd": "/home/dev/shop", "tool_name": "Bash", "tool_input": {"command": "cd api && git push -uf origin fix"}}
EVENT
export HOME="$dir/home" XDG_CACHE_HOME="$dir/home/.cache" XDG_CONFIG_HOME="$dir/home/.config"
unset BCRULES_RULES

printf '%s\n' '$ cat event.json'
cat event.json
printf '\n%s\n' '$ cat rules/no-force-push.cue'
cat rules/no-force-push.cue
printf '\n%s\n' '$ bcrules hook --rules rules <event.json      # what the agent is answered'
"$bcrules" hook --rules rules <event.json
printf '\n%s\n' '$ bcrules explain --rules rules event.json    # and why'
"$bcrules" explain --rules rules event.json
