/// A requested gesture, and what is known about whether a touch is one.
struct Candidate: Equatable, Sendable {
    /// A gesture of a composition.
    struct Member: Equatable, Sendable {
        var part: CompositionPart
        /// The index in ``CompositionTree/nodes``.
        var node: Int
        var pattern: GesturePattern
    }

    let kind: GestureKind
    /// nil for a gesture that was requested by itself.
    let member: Member?
    private(set) var verdict: Verdict?
    /// The missing condition when the touch was nearest to the gesture.
    private var nearest: Obstacle?
    /// Whether the touch was a tap that is held back.
    private(set) var isHeld = false
    /// The number of fingers of the tap, and the time of its last lift.
    private(set) var tapFingers = 0
    private(set) var tapped = Instant.distantPast
    /// The number of the touch sequence that the recognizers have found the gesture in; 0 before.
    private var foundIn: UInt64 = 0
    /// Why the touch did not continue the taps before it.
    private var discontinuity: Reason?
    /// The condition of its pattern that the gesture did not meet.
    private var mismatch: Reason?
    /// Why the touch, which misses another condition, is not where the pattern asks for it either, or goes elsewhere.
    private var misplacement: Reason?
    /// The gesture of another level that was decided before, at the lift.
    var overtaken: Reason?

    init(_ kind: GestureKind, _ member: Member? = nil) {
        self.kind = kind
        self.member = member
    }

    /// The gesture that an event is of.
    ///
    /// - Parameter gestures: those that its region asks for.
    init(of event: EngineEvent, in gestures: GestureSet) {
        self.init(event.kind)
        guard let part = event.part else { return }
        let tree = CompositionTree(gestures.compositions[part.composition].expression)
        for node in tree.nodes.indices where tree.nodes[node].source == part.node {
            guard case .gesture(let pattern) = tree.nodes[node].kind else { continue }
            self.init(event.kind, Member(part: part, node: node, pattern: pattern))
        }
    }

    /// The gestures that a tracker looks for, apart from those that compete with nothing.
    static func all(of tracker: RegionTracker) -> [Candidate] {
        let selection = tracker.gestures.selection
        var candidates = GestureKind.allCases.filter { selection.wants($0) }.map { Candidate($0) }
        for composition in tracker.compositions {
            for node in composition.tree.nodes.indices {
                guard case .gesture(let pattern) = composition.tree.nodes[node].kind else { continue }
                let part = composition.tree.part(of: node, in: composition.index)
                candidates.append(Candidate(pattern.kind, Member(part: part, node: node, pattern: pattern)))
            }
        }
        return candidates
    }

    // MARK: While the touch goes on

    /// Asks the recognizers, unless the gesture is decided.
    ///
    /// - Parameter isStep: true for a state between the parts of a frame, which decides nothing.
    mutating func ask(
        _ tracker: RegionTracker, _ share: SurfaceTracker.Share, on surface: Surface, _ step: EngineStep,
        isStep: Bool = false
    ) {
        let now = step.now
        guard verdict == nil else { return }
        if kind == .tap, member?.pattern.restingFingers ?? 0 == 0, askContest(tracker, share, at: now, isStep: isStep) {
            return
        }
        guard let member else {
            guard tracker.rules.selection.wants(kind) else {
                if !isStep { ruleOut(share.limit(for: kind), at: now) }
                return
            }
            let recognizers = tracker.recognizers
            ask(recognizers, tracker.sequence, tracker.rules, nil, share, on: surface, step, isStep: isStep)
            return
        }
        guard let now = tracker.composition(member.part.composition) else { return }
        let before = step.trackerBefore(tracker, on: surface)?.composition(member.part.composition) ?? now
        // The step can have moved the sequence to its next stage, which fingers that are up cannot make.
        let isOver = tracker.sequence.downCount == 0
        let composition = !isOver && now.tree.isInTurn(member.node) ? now : before
        guard composition.tree.isInTurn(member.node) else {
            note(Obstacle(.notInTurn(member.node, in: composition.tree), .far))
            return
        }
        // Its turn can come in the middle of a touch that cannot make it any more.
        let lateTurn = before.tree.isInTurn(member.node) ? nil : Reason.notInTurn(member.node, in: before.tree)
        let index = composition.tree.nodes[member.node].group
        let (group, rules) = (now.groups[index], composition.groups[index].rules)
        guard rules.selection.wants(kind) else {
            if !isStep { ruleOut(share.limit(for: kind), at: step.now) }
            return
        }
        var sequence = tracker.sequence
        if let acting = group.acting.first {
            guard acting.sequence.number > 0, acting.sequence.started >= sequence.started,
                !acting.sequence.fingers.isEmpty
            else {
                note(Obstacle(Reason(.restingFingers, "\(member.pattern.restingFingers)"), .far))
                return
            }
            sequence = acting.sequence
        }
        ask(
            group.recognizers, sequence, rules, composition.tree, share, on: surface, step, isStep: isStep,
            lateTurn: lateTurn)
    }

    /// Asks about a tap of one finger that the level does not recognize by itself.
    ///
    /// - Returns: false if it can be a tap of several fingers.
    private mutating func askContest(
        _ tracker: RegionTracker, _ share: SurfaceTracker.Share, at now: Instant, isStep: Bool
    ) -> Bool {
        if let member {
            guard member.pattern.fingers.contains(1), let composition = tracker.composition(member.part.composition),
                composition.tree.isInTurn(member.node)
            else { return false }
        } else if tracker.gestures.selection.tapCounts(fingers: 1).isEmpty {
            return false
        }
        let sequence = tracker.sequence
        guard sequence.landedCount < 2 else { return false }
        switch share.taps {
        case .own: return false
        case .none(let reason):
            let isWanted = member?.pattern.fingers.containsSeveral ?? tracker.rules.selection.wants(.tap)
            if isWanted, sequence.downCount > 0 { return false }
            if !isStep { ruleOut(reason, at: now) }
        case .contested(let contest):
            if isStep { return true }
            tapFingers = 1
            if sequence.downCount > 0 {
                discontinuity = contest.tap.obstacleToContinuing(with: sequence, contest.rules.thresholds)
            }
            var rules = contest.rules
            rules.slop = tracker.rules.slop
            if let obstacle = contest.tap.obstacle(of: sequence, at: now, rules) {
                // A finger that another level takes ends the contest.
                if obstacle.reason.rule == .longPress, share.canFailTaps { return true }
                if obstacle.isFinal { ruleOut(obstacle.reason, at: now) } else { note(obstacle) }
            }
        }
        return true
    }

    private mutating func ask(
        _ recognizers: Recognizers, _ sequence: TouchSequence, _ rules: Rules, _ tree: CompositionTree?,
        _ share: SurfaceTracker.Share, on surface: Surface, _ step: EngineStep, isStep: Bool, lateTurn: Reason? = nil
    ) {
        let now = step.now
        // A long press that was found is over once a finger is lifted, whatever the recognizer waits for then.
        if kind == .longPress, foundIn == sequence.number { return }
        let isOver = sequence.downCount == 0
        if kind == .tap, !isOver {
            discontinuity = recognizers.tap.obstacleToContinuing(with: sequence, rules.thresholds)
        }
        if var obstacle = recognizers.obstacle(
            to: kind, member?.pattern, of: sequence, at: now, rules, on: surface)
        {
            if share.canFailTaps, obstacle.reason.rule == .longPress { obstacle.reason = Reason(.tapElsewhere) }
            misplacement = member?.pattern.misplacement(of: sequence, at: now, rules, on: surface)
            // Other fingers can still act while the same ones rest.
            if obstacle.isFinal, member?.pattern.restingFingers ?? 0 == 0 {
                if isStep { return }
                if let lateTurn { ruleOut(lateTurn, at: now) } else { ruleOut(obstacle, at: now) }
            } else {
                note(obstacle)
            }
            return
        }
        if isStep {
            // It would have begun if no finger had been lifted and none had landed in this frame.
            if kind.recognitionPhase == .began { note(Obstacle(Reason(.fingersCameOrWent), .distanceReached)) }
            return
        }
        guard isOver || kind.recognitionPhase == .began, foundIn != sequence.number else { return }
        foundIn = sequence.number
        if let member, let tree {
            let pattern = member.pattern
            let event = EngineEvent(candidate: pattern, of: sequence, rules, on: surface, at: now)
            mismatch = pattern.mismatch(event, on: surface, rules.thresholds)
            if let stroke = recognizers.stroke, let shape = pattern.shape {
                mismatch = stroke.mismatch(shape) ?? mismatch
            }
            if let modifiers = pattern.modifiers, modifiers != step.engine.modifiers(at: event.time) {
                mismatch = mismatch ?? Reason(.modifiers)
            }
            mismatch = mismatch ?? tree.lateness(of: event, around: member.node)
        }
        if kind == .tap {
            isHeld = true
            tapFingers = sequence.landedCount
            tapped = sequence.lastLift
        }
    }

    /// Rules out a tap of one finger that the level does not recognize.
    ///
    /// - Parameters:
    ///   - selection: the gestures that the level asks for by themselves.
    ///   - reason: why the level recognizes no tap of one finger; nil if it does.
    mutating func ruleOutTap(_ selection: GestureSelection, _ reason: Reason?, at now: Instant) {
        guard kind == .tap, verdict == nil, member?.pattern.restingFingers ?? 0 == 0 else { return }
        let fingers = member?.pattern.fingers ?? selection.tapFingers
        if !fingers.contains(1) {
            ruleOut(.fingerCount(1, of: fingers), at: now)
        } else if let reason {
            ruleOut(reason, at: now)
        }
    }

    private mutating func note(_ obstacle: Obstacle) {
        if let nearest, !obstacle.isNearer(than: nearest) { return }
        nearest = obstacle
    }

    // MARK: Decisions

    mutating func ruleOut(_ reason: Reason, at now: Instant) { decide(.ruledOut(reason), at: now) }

    /// A touch that is elsewhere missed more than what a recognizer says.
    private mutating func ruleOut(_ obstacle: Obstacle, at now: Instant) {
        decide(
            .ruledOut(misplacement ?? obstacle.reason), at: now,
            missesMore: obstacle.missesMore || misplacement != nil)
    }

    /// - Parameter time: the time of the decision.
    mutating func recognize(_ event: EngineEvent, at time: Instant) {
        isHeld = false
        // A contest decides by the rules of another level.
        decide(.recognized(RecognizedGesture(first: event, last: event)), at: time)
    }

    /// Follows a gesture that was recognized.
    mutating func follow(_ event: EngineEvent) { verdict?.follow(event) }

    private mutating func decide(_ outcome: Verdict.Outcome, at now: Instant, missesMore: Bool = false) {
        verdict = Verdict(
            kind: kind, taps: member.flatMap { kind == .tap ? $0.pattern.count : nil }, part: member?.part,
            pattern: member?.pattern, instant: now, outcome: outcome, missesMore: missesMore)
    }

    var isRecognized: Bool { if case .recognized? = verdict?.outcome { true } else { false } }

    /// The verdict on a further gesture of the same kind.
    func further(_ event: EngineEvent, at time: Instant) -> Verdict {
        var other = self
        other.recognize(event, at: time)
        return other.verdict ?? Verdict(kind: kind, instant: time, outcome: .ruledOut(Reason(.tapElsewhere)))
    }

    /// Returns whether an event is of this gesture.
    func matches(_ event: EngineEvent) -> Bool {
        event.kind == kind && event.part?.composition == member?.part.composition
            && event.part?.node == member?.part.node
    }

    /// Returns whether the same recognizers find both gestures.
    func sharesRecognizers(with other: Candidate) -> Bool {
        member?.part.composition == other.member?.part.composition
            && member?.pattern.variant == other.member?.pattern.variant
    }

    /// Rules out the gesture once the last finger is up, unless it is a tap that is held back.
    ///
    /// - Parameter loss: why the last finger was removed, if it was not lifted.
    mutating func close(_ loss: Reason?, at now: Instant) {
        guard verdict == nil, !isHeld else { return }
        let missing = foundIn > 0 ? overtaken ?? (member == nil ? nil : Reason(.lostToMember)) : nil
        // Another level takes fingers because this gesture did not begin.
        // What was decided at the lift took nothing from a movement that had not begun.
        let atLift = overtaken == nil || foundIn > 0 ? nil : nearest?.reason
        let first = loss?.rule == .taken ? mismatch ?? atLift ?? loss : loss ?? mismatch
        if let first = first ?? missing {
            ruleOut(first, at: now)
        } else if let nearest {
            ruleOut(nearest, at: now)
        } else {
            ruleOut(overtaken ?? Reason(.fingersCameOrWent), at: now)
        }
    }

    /// Rules out a tap that was held back for others and no longer is.
    ///
    /// - Parameters:
    ///   - count: the number of taps that were held back.
    ///   - reason: why they are not of this region, if that is the reason.
    ///   - words: why no other followed.
    mutating func release(
        _ count: Int, of selection: GestureSelection, _ reason: Reason? = nil, _ words: String, at now: Instant
    ) {
        isHeld = false
        guard verdict == nil else { return }
        if member?.pattern.restingFingers ?? 0 > 0 { return }
        var least = member?.pattern.count ?? count + 1
        let counts = selection.tapCounts(fingers: max(tapFingers, 1))
        if member == nil, let reason, counts.highest() <= count { return ruleOut(reason, at: now) }
        if let overtaken, mismatch == nil { return ruleOut(overtaken, at: now) }
        while member == nil, !counts.contains(least), least < TapCounts.largest { least += 1 }
        // The first tap of a later stage continues none.
        if member?.part.stage ?? 1 > 1 { discontinuity = nil }
        if let mismatch {
            decide(.ruledOut(mismatch), at: now, missesMore: count < least)
        } else if count < least {
            ruleOut(discontinuity ?? Reason(.tapCount, Double(count), of: Double(least), words), at: now)
        } else {
            ruleOut(reason ?? Reason(.lostToMember), at: now)
        }
    }

    /// Two taps with a longer pause were not meant as one gesture.
    private static let longestPause = Interval.milliseconds(1000)

    /// Why a single tap did not continue the one before it, if several were requested and it nearly did.
    func nearMiss(_ selection: GestureSelection, _ touch: TouchExplanation) -> Verdict? {
        guard kind == .tap, member == nil, let discontinuity, selection.tapCounts(fingers: tapFingers).highest() > 1,
            case .recognized(let gesture)? = verdict?.outcome, case .tap(1, _, _) = gesture.first.details
        else { return nil }
        let pause = Double(Self.longestPause.microseconds) / 1000
        if discontinuity.rule == .tapGap, discontinuity.measured ?? 0 > pause { return nil }
        return Verdict(kind: .tap, taps: 2, instant: touch.began, outcome: .ruledOut(discontinuity))
    }
}

extension FingerSet {
    /// Whether more than one finger can make the gesture.
    fileprivate var containsSeveral: Bool { (2...FingerSet.largest).contains { contains($0) } }
}

extension GestureSelection {
    /// Returns whether a kind that competes with others is requested.
    func wants(_ kind: GestureKind) -> Bool {
        kind == .tap ? !tapFingers.isEmpty : kind.isComposable && !self[kind].isEmpty
    }
}
