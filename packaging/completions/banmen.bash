# Completion of banmen for bash. What there is to complete is asked of the program itself, so that
# it is never out of date.

_banmen_commands() {
    banmen help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# Options of a command, or, with a second word, the values that the option may have.
_banmen_options() {
    banmen help "$1" 2>/dev/null | sed -n 's/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p'
}
_banmen_choices() {
    banmen help "$1" 2>/dev/null |
        sed -n "s/^ *\(-[a-zA-Z], \)\{0,1\}$2 \([^ ]*|[^ ]*\).*/\2/p" | tr '|' '\n'
}

# What comes after a command: "list", "show".
_banmen_verbs() {
    banmen help "$1" 2>/dev/null | sed -n 's/^Usage: [^]]*\] //p' | tr '|' '\n' |
        awk '$1 ~ /^[a-z]+$/ { print $1 }'
}

# One of these lines, which may hold blanks.
_banmen_offer() {
    local line
    while IFS= read -r line; do
        [[ -n $line && $line == "$2"* ]] && COMPREPLY+=("$(printf %q "$line")")
    done <<<"$1"
}

_banmen() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _banmen_offer "$(_banmen_commands)" "$word"
        return
    fi
    case $before in
    -v | --variant | --plays)
        _banmen_offer "$(banmen variant list 2>/dev/null | cut -f 1)" "$word"
        return ;;
    --engine | --first | --second)
        _banmen_offer "$(banmen engine list 2>/dev/null | cut -f 1)" "$word"
        return ;;
    --*)
        _banmen_offer "$(_banmen_choices "$command" "$before")" "$word"
        ((${#COMPREPLY[@]})) && return ;;
    esac
    if [[ $word == -* ]]; then
        _banmen_offer "$(_banmen_options "$command")" "$word"
        return
    fi
    case $command in
    help) _banmen_offer "$(_banmen_commands)" "$word" ;;
    play) _banmen_offer "$(banmen variant list 2>/dev/null | cut -f 1)" "$word" ;;
    match) _banmen_offer "$(banmen engine list 2>/dev/null | cut -f 1)" "$word" ;;
    variant | engine)
        if ((COMP_CWORD == 2)); then
            _banmen_offer "$(_banmen_verbs "$command")" "$word"
        elif [[ ${COMP_WORDS[2]} != add && ${COMP_WORDS[2]} != check ]]; then
            _banmen_offer "$(banmen "$command" list 2>/dev/null | cut -f 1)" "$word"
        fi ;;
    admin)
        if ((COMP_CWORD == 2)); then
            _banmen_offer $'list\nban\nunban\nmute\nunmute\ndelete\nprune\nbackup\ncheck\nmigrate' "$word"
        elif ((COMP_CWORD == 3)) && [[ ${COMP_WORDS[2]} == list ]]; then
            _banmen_offer $'accounts\ngames\nvariants\nsanctions' "$word"
        elif ((COMP_CWORD == 3)) && [[ ${COMP_WORDS[2]} == delete ]]; then
            _banmen_offer $'account\ngame\nvariant' "$word"
        fi ;;
    esac
}
complete -o default -F _banmen banmen
