#!/bin/sh
# The smallest bot: it always takes the first action offered, and votes Yes to everybody.
# Try it with:  kingup bot-check "sh shell_bot.sh"
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"Little Shell"}' ;;
    '{"type":"choose"'*)
        echo "$line" | sed 's/.*"id":\([0-9]*\).*"actions":\["\([^"]*\).*/{"type":"action","id":\1,"action":"\2"}/'
        ;;
    '{"type":"bye"'*) exit ;;
    esac
done
