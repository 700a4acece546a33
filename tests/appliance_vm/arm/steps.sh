# One line for each step: how it ended, what it was, its seconds. The first that fails ends the script.
step() { # step <what> <command that must succeed>
    local began=$SECONDS said
    said=$(mktemp)
    if "${@:2}" > "$said" 2>&1 < /dev/null; then
        echo "ok    $1, $((SECONDS - began)) s"
    else
        echo "WRONG $1, $((SECONDS - began)) s"
        tail -n 60 "$said"
        exit 1
    fi
}
