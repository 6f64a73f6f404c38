// Prints a line for each swipe, for example "swipe left 2". Needs Go's standard library only.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"time"
)

const call = `{"method":"org.gestured.Gestures.Subscribe","parameters":{"gestures":[{"kind":"swipe"}]},"more":true}` + "\x00"

func follow(path string) error {
	connection, err := net.Dial("unix", path)
	if err != nil {
		return err
	}
	defer connection.Close()
	fmt.Fprint(connection, call)
	for stream := bufio.NewReader(connection); ; {
		message, err := stream.ReadBytes(0)
		if err != nil {
			return err
		}
		var reply struct{ Parameters map[string]map[string]any }
		if err := json.Unmarshal(message[:len(message)-1], &reply); err != nil {
			return err
		} else if event := reply.Parameters["event"]; event != nil {
			fmt.Println("swipe", event["direction"], event["fingers"])
		}
	}
}

func main() {
	for path := append(os.Args, "/run/gestured/gestured.sock")[1]; ; time.Sleep(time.Second) {
		fmt.Fprintln(os.Stderr, follow(path)) // The service restarts: subscribe again.
	}
}
