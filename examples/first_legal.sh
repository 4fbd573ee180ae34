#!/bin/sh
# A bot that knows no rules: it takes the first legal action. docs/bots.md explains the lines.
while read -r word rest; do
    case $word in
        crownland) echo "name First Legal"; echo ready ;;
        legal) first=${rest%% *} ;;
        go) echo "action $first" ;;
        quit) exit ;;
    esac
done
