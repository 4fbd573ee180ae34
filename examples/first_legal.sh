#!/bin/sh
# A bot that knows no rules: it takes the first legal action. The lines are told in docs/bots.md.
while read -r word rest; do
    case $word in
        crownland) echo "name First Legal"; echo ready ;;
        legal) first=${rest%% *} ;;
        go) echo "action $first" ;;
        quit) exit ;;
    esac
done
