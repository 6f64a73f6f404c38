// Prints a line for each swipe, for example "swipe left 2". Needs Go's standard library only.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"os"
	"time"
)

func follow(path string) error {
	connection, err := net.Dial("unix", path)
	if err != nil {
		return err
	}
	defer connection.Close()
	fmt.Fprint(connection, `{"method":"org.gestured.Gestures.Subscribe","parameters":{"notation":"swipe"},"more":true}`, "\x00")
	for stream := bufio.NewReaderSize(connection, 1<<20); ; { // No message of the service is larger than 1 MiB.
		message, err := stream.ReadSlice(0)
		if err != nil {
			return err
		}
		reply := map[string]any{}
		json.Unmarshal(message[:len(message)-1], &reply)
		if reply["error"] != nil {
			log.Fatalln(reply["error"], reply["parameters"])
		} else if event, ok := reply["parameters"].(map[string]any)["event"].(map[string]any); ok {
			fmt.Println("swipe", event["direction"], event["fingers"])
		}
	}
}

func main() {
	for path := append(os.Args, "/run/gestured/gestured.sock")[1]; ; time.Sleep(time.Second) {
		log.Println(follow(path)) // The service restarts: subscribe again.
	}
}
